/* A process can die only when it is the youngest. */
byte x;
active proctype a() { x = 1 }
active proctype b() { x = 2 }
active proctype c() { x = 3; x = 4 }
