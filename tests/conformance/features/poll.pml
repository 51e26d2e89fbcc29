/* `?[]` and `??[]` look at the buffer without a side effect. */
chan c = [2] of { byte };
byte seen;
active proctype p() { c!1; c!2 }
active proctype q() {
  byte x;
  do
  :: c?[1] -> seen = 1; c?x
  :: c??[2] -> seen = 2; c??2; break
  od
}
