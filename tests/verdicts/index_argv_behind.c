/* expect: not safe */
/* The second character of an argument is read, which may be empty. */
int main(int argc, char **argv)
{
    if (argc == 2)
        return argv[1][1];
    return 0;
}
