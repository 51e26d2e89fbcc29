/* A process of high priority that waits lets others run. */
byte x;
active proctype low() priority 1 { x = 1; x = 2; x = 5 }
active proctype high() priority 5 { x == 2 -> x = 3; x = 4 }
