/* A trace assertion over receives only. */
chan c = [2] of { byte };
active proctype p() { c!1; c!2 }
active proctype q() { c?1; c?2 }
trace { c?1; c?2 }
