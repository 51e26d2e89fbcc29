// expect: fail division
int main(int argc, char **argv) { return 100 % (argc - 1); }
