/* `!!` keeps the buffer in order, so that fewer states are possible. */
chan c = [3] of { byte };
active [2] proctype p() {
  if :: c!!2 :: c!!1 fi
}
active proctype q() { byte x; do :: c?x od }
