/* assertion: sorted sends, receives of any message, and looking at one. */
chan q = [4] of { byte, byte };

active proctype p() {
	byte v, w;
	q!!3,1;
	q!!1,2;
	q!!2,3;
	q?<v,w>;
	assert(v == 1);
	q??3,w;
	q??<2,w>;
	if
	:: q??[2,3] -> q?v,w
	:: else
	fi;
	assert(!(v == 1 && w == 2))
}
