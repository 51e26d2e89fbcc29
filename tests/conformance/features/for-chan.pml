/* `for` over a channel visits the messages and leaves them in their order. */
typedef M { byte a };
chan c = [3] of { M };
active proctype p() {
  M m;
  byte sum;
  m.a = 1; c!m; m.a = 2; c!m; m.a = 3; c!m;
  for (m in c) { sum = sum + m.a };
  assert(sum == 6 && len(c) == 3);
  c?m;
  assert(m.a == 1)
}
