/* Another process enables the escape at any step of the main sequence. */
bool stop;
byte x;
active proctype p() {
  do
  :: { x = 1; x = 2; x = 0 } unless { stop -> break }
  od
}
active proctype q() { stop = true }
