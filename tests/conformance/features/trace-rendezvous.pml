/* A trace assertion over a rendezvous. */
chan c = [0] of { byte };
active proctype p() { c!1; c!2; c!3 }
active proctype q() { byte x; do :: c?x od }
trace { do :: c!1 :: c!2 od }
