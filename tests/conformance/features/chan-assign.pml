/* A channel variable is assigned. */
chan a = [1] of { byte };
chan b = [1] of { byte };
chan cur;
active proctype p() {
  if :: cur = a :: cur = b fi;
  cur!1;
  assert(len(a) + len(b) == 1);
  if :: cur == a -> assert(len(a) == 1) :: else -> assert(len(b) == 1) fi
}
