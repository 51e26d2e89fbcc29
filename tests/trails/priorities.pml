/* assertion: the process of the highest priority runs until it waits. */
byte x;

active proctype low() priority 1 {
	x++;
	x++;
	assert(x == 2)
}

active proctype high() priority 5 {
	x = 10;
	set_priority(_pid, 2);
	x > 10;
	x = 20
}
