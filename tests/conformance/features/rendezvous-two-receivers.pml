/* Either receiver may take the message. */
chan c = [0] of { byte };
byte x, y;
active proctype p() { c!1; c!2 }
active proctype q() { c?x }
active proctype r() { c?y }
