/* A process that starts itself, down to zero. */
byte depth;
proctype p(byte n) { depth++; if :: n > 0 -> run p(n - 1) :: else fi }
init { run p(3) }
