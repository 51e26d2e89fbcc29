/* A send to a full channel inside an atomic sequence lets the receiver run. */
chan c = [1] of { byte };
byte x;
active proctype p() { atomic { c!1; c!2; c!3; x = 1 } }
active proctype q() { byte y; do :: c?y -> x = y od }
