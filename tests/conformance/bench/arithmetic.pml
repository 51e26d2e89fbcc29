/* Expressions and conditions over counters. */
int a, b;
short c;
byte d;

active proctype p() {
end:
  do
  :: a < 20 && (a * 3 + b) % 7 != 5 -> a++
  :: a > 0 && b % 2 == 1 -> a = a - 1
  :: a >= 20 -> a = 0
  od
}

active proctype q() {
end:
  do
  :: b < 20 && (b ^ c) % 5 != 3 -> b = b + 1 + (a > 10 -> 1 : 0)
  :: b >= 20 || (d & 3) == 2 -> b = b / 2
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
