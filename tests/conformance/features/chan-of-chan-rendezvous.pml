/* The reply goes over a rendezvous channel of the sender. */
chan server = [0] of { chan };
active [2] proctype client() { chan mine = [0] of { byte }; byte x; server!mine; mine?x }
active proctype serve() { chan reply; do :: server?reply; reply!7 od }
