/* Expressions and conditions over counters. */
#ifndef N
#define N 20
#endif
int a, b;
short c;
byte d;

active proctype p() {
end:
  do
  :: a < N && (a * 3 + b) % 7 != 5 -> a++
  :: a > 0 && b % 2 == 1 -> a = a - 1
  :: a >= N -> a = 0
  od
}

active proctype q() {
end:
  do
  :: b < N && (b ^ c) % 5 != 3 -> b = b + 1 + (a > 10 -> 1 : 0)
  :: b >= N || (d & 3) == 2 -> b = b / 2
  od
}

active proctype r() {
end:
  do
  :: c = (c + 1) % 16
  :: c > 8 && d < 3 -> d++; c = c - 8
  :: d == 3 -> d = 0
  od
}
