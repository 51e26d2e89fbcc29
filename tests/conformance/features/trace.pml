/* A trace assertion that fails. */
chan c = [2] of { byte };
active proctype p() { c!1; c!2; c!1 }
active proctype q() { byte x; do :: c?x od }
trace { do :: c!1; c!2 od }
