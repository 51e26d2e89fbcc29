/* A claim looks at where a process is. */
byte x;
active [2] proctype p() { x++; cs: x--; x = 0 }
never { do :: p[0]@cs && p[1]@cs -> break :: else od }
