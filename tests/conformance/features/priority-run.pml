/* A process is started with a priority. */
byte x;
proctype p(byte n) { x = n; x = n + 1 }
init { atomic { run p(10) priority 3; run p(20) priority 2; run p(30) } ; x = 1 }
