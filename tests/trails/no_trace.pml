/* claim: two events in a row that must not happen. */
chan c = [2] of { byte };

active proctype p() { c!1; c!2 }

notrace {
	c!1;
	c!2
}
