/* A value is cut to the type of the field when it is sent. */
chan c = [1] of { bit, byte, short };
int a, b, d;
active proctype p() {
  c!3,300,70000;
  c?a,b,d;
  assert(a == 1 && b == 44 && d == 4464)
}
