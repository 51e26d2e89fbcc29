/* assertion: what is printed on the way. */
mtype = { hello };

active proctype p() {
	byte n = 2;
	printf("n is %d, %e\n", n, hello);
	printm(hello);
	printf("\n");
	assert(n != 2)
}
