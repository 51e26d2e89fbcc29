/* A notrace assertion is violated when all of it has happened. */
chan c = [2] of { byte };
active proctype p() { if :: c!1; c!2 :: c!2; c!1 fi }
active proctype q() { byte x; do :: c?x od }
notrace { c!1; c!2 }
