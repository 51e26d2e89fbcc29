/* runtime: a channel that was never made. */
chan c;
chan d = [1] of { byte };

active proctype p() {
	d!1;
	if
	:: d?1 -> c!1
	:: d?1 -> c = d
	fi
}
