/* Jumps, loops and choices as structured Promela. */
int state, n;
int next(void);

void loops(void) {
	for (n = 0; n < 3; n++) {
		if (n == state)
			continue;
		do {
			state++;
		} while (state < 2);
	}
	while (1)
		if (next())
			break;
}

void choices(void) {
	switch (state) {
	case 0:
		state = 1;
		/* falls through */
	case 1:
		n = 2;
		break;
	default:
		goto out;
	}
	n = n > 1 ? n - 1 : 0;
out:
	state = 0;
}

/* A variable with a function to call when its scope is left, however it is left. */
int lock;
static void release(int *held) { lock -= *held; }
int guarded(int wanted) {
	int mine __attribute__((cleanup(release))) = 1;
	lock += mine;
	for (n = 0; n < 2; n++) {
		int inner __attribute__((cleanup(release))) = 4;
		if (n == state)
			continue;
		if (n == 3)
			goto out;
		if (wanted)
			return mine;
	}
out:
	return lock;
}
