/* A channel is sent through a channel and answered on. */
chan server = [1] of { chan };
active proctype client() { chan mine = [1] of { byte }; byte x; server!mine; mine?x; assert(x == 5) }
active proctype serve() { chan reply; server?reply; reply!5 }
