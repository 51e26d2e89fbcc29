/* Processes with C data of their own are started. */
c_state "int own" "Local p" "3"
byte n;
proctype p(byte by) { c_code { Pp->own += Pp->by; now.n += Pp->own; }; c_expr { Pp->own > 3 } }
init { run p(1); run p(2); c_expr { now.n >= 9 }; n = 0 }
