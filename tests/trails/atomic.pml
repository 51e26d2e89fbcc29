/* assertion: an atomic sequence that blocks in its middle lets others in. */
byte x, go;

active proctype a() {
	atomic { x = 1; go == 1; assert(x == 1); x = 3 }
}

active proctype b() {
	atomic { x = 2; go = 1; x = 4 }
}
