/* A process that is gone is at no label. */
byte x;
active proctype p() { here: x = 2; x = 3 }
active proctype w() { !(p@here) -> x = 1; !(p[0]@here) }
active proctype v() { !(p[5]@here) -> x = 4; here: skip }
