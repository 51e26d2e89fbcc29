/* `_nr_pr` and `_pid` in conditions. */
byte x;
proctype p() { x = _nr_pr; (_nr_pr == _pid + 1) }
init { run p(); run p(); (_nr_pr == 1); x = 0 }
