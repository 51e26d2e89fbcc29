/* Several instances, with numbers in the order of the text. */
byte seen;
active [2] proctype p() { assert(_pid < 2); seen = seen | (1 << _pid) }
init { assert(_pid == 2); seen = seen | 4 }
active proctype q() { assert(_pid == 3); seen = seen | 8 }
