/* assertion: a d_step with a loop and a choice is one step. */
byte a[4], i, sum;

active proctype fill() {
	d_step {
		i = 0;
		do
		:: i < 4 -> a[i] = i * i; i++
		:: else -> break
		od;
		if
		:: a[3] == 9 -> sum = 9
		:: else -> sum = 1
		fi
	};
	sum = sum + a[2];
	assert(sum != 13)
}
