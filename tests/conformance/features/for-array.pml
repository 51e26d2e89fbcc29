/* `for` over an array counts its indices. */
byte a[4] = 2;
int i, sum;
active proctype p() { for (i in a) { sum = sum + a[i] * i }; assert(sum == 12 && i == 4) }
