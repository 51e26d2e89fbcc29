/* Processes started in an atomic sequence start together. */
byte x;
proctype p(byte n) { x = n; x = 0 }
init { atomic { run p(1); run p(2) } }
