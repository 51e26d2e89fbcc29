/* `_priority` is read and written through `set_priority`. */
byte x;
active [2] proctype p() priority 3 { x = _priority; set_priority(_pid, x + 1); assert(_priority == 4); x = 0 }
