/* The number of a dead process is used again. */
pid last;
byte n;
proctype p() { skip }
init { do :: n < 3 -> n++; last = run p(); assert(last == 1); (_nr_pr == 1) :: else -> break od }
