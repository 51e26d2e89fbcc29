/* Elements of a bit array hold more than a bit. */
bit a[2];
bit b;
active proctype p() { a[0] = 2; b = 2; assert(b == 0); if :: a[0] == 2 -> a[1] = 1 :: else -> a[1] = 0 fi }
