/* Claims, traces and formulas. */
mtype = { msg, ack };
chan q = [1] of { mtype };
bool p, s;
int x;

active proctype sender() { do :: q!msg; q?ack; cs: x++ :: break od }
active proctype receiver() { do :: q?msg -> q!ack :: timeout -> end: break od }

trace {
	do
	:: q!msg -> q?msg
	:: q!ack -> q?_
	od
}

never unlikely {
T0:
	if
	:: (x > 4) -> goto accept_all
	:: (1) -> goto T0
	fi;
accept_all:
	skip
}

ltl always_ok { [] (x <= 4 || p) }
ltl response { [](p -> <> s) }
ltl { <>[] p }
ltl words { always (p implies eventually s) until s };
ltl mixed { !p U (s V p) && p W s -> p <-> s || [] <> (x == 1) }
ltl next_word { (p weakuntil s) release (p stronguntil s) equivalent always s }
ltl remote { [] !(sender@cs && receiver[1]@end) }
ltl long_one {
	[] ( p
	     -> (<> s)
	   )
}
