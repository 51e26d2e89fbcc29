/* Jumps, labels and conditionals that lang-c has no words for. */
;
int printf(const char *, ...);
int f(int x)
{
	__label__ here, there;
	static void *table[] = { &&here, &&there };
	long distance = (char *)&&there - (char *)&&here;
	int y = x ?: 3;
	y = x && y ? : f(y ? : 2);
	goto *table[y && x];
here:
	int z = 1;
there: ;
	if (x)
		goto last;
	switch (x) {
	case 1 ? 2 : 3: y = 2;
	case 5 ... 7: ;
	default:
	}
	asm volatile goto ("jmp %l[last]" : : "r" (x ?: 1) : "memory" : last, here);
	__asm__ __volatile__ inline ("nop");
	asm ("mov %[in], %[out]" : [out] "=r" (y) : [in] "r" (x));
	return ({ int w = z; w ?: x; });
last:
}
asm(".globl nothing");
;
