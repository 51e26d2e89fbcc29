/* A process may stop at an end label. */
chan c = [1] of { byte };
active proctype p() { end: do :: c?_ od }
active proctype q() { c!1; c!2 }
