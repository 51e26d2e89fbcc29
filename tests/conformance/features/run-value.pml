/* `run` gives the number of the new process, which may be that of one that died. */
pid a, b;
proctype p() { byte x; x = 1 }
init { a = run p(); b = run p(); assert(a == 1 && b == 2) }
