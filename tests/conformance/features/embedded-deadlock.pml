/* A condition of C that never holds. */
byte n;
active [2] proctype p() { c_code { now.n++; }; c_expr { now.n == 1 && Pp->_pid == 0 } }
