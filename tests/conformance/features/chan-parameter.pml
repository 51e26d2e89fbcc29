/* A channel is passed to a process. */
proctype echo(chan in; chan out) { byte x; do :: in?x -> out!x+1 od }
chan a = [0] of { byte };
chan b = [0] of { byte };
init { byte x; run echo(a, b); a!1; b?x; assert(x == 2); a!5; b?x; assert(x == 6) }
