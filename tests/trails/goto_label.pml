/* assertion: jumps forward, backward, into and out of atomic sequences. */
byte n;

active proctype p() {
	byte i;
again:
	i++;
	atomic {
		n = n + i;
		if
		:: n > 5 -> goto out
		:: else -> goto again
		fi
	};
	n = 100;
out:
	n = n * 2;
	if
	:: n < 40 -> goto again
	:: n >= 40
	fi;
	assert(n < 40)
}
