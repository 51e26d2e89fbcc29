/* A d_step that begins with a receive. */
chan c = [2] of { byte };
byte x;
active proctype p() { c!1; c!2 }
active proctype q() { do :: d_step { c?x; x = x * 2; x = x + 1 } od }
