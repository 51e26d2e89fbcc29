/* A d_step as the last statement of an option and of a process. */
byte x;
active [2] proctype p() { do :: x < 2 -> d_step { x++; x++ } :: x >= 2 -> break od; x = 5; d_step { x = 0; x = 1 } }
