/* A turn by process number. */
byte turn;
active [3] proctype p() provided (turn == _pid) { byte i; do :: i < 2 -> i++; turn = (turn + 1) % 3 :: i == 2 -> turn = (turn + 1) % 3; break od }
