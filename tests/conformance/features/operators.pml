/* Operators and their precedence. */
int x = 7, y = -3, z;
active proctype p() {
  z = x / y; assert(z == -2); z = x % y; assert(z == 1); z = y % x; assert(z == -3);
  z = x & 3 | 8; assert(z == 11); z = x ^ 2 << 1; assert(z == 3); z = -x + 2 * y; assert(z == -13);
  z = ~x; assert(z == -8); z = !x; assert(z == 0); z = x > 3 == 1; assert(z); z = y >> 1; assert(z == -2)
}
