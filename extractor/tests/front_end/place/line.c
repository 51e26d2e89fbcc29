int before;
#line 70 "place/generated.y"
int f(void) { return 1; }
