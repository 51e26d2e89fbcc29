/* Channels of processes that come and go get their numbers again. */
byte n;
proctype p() { chan c = [1] of { byte }; byte x; c!3; c?x }
init { do :: n < 3 -> n++; run p(); (_nr_pr == 1) :: else -> break od }
