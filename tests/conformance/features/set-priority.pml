/* Priorities change while the system runs. */
byte x;
active proctype a() priority 2 { x = 1; set_priority(_pid, 1); x = 2 }
active proctype b() priority 2 { x = 3; set_priority(0, 4); x = 4; assert(get_priority(0) <= 4) }
