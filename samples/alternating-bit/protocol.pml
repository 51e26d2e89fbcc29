/* The alternating bit protocol over channels that lose messages. */

#define VALUES 4	/* what is sent counts modulo this */

#ifdef FORGETFUL	/* the receiver takes every message for a new one */
#define is_new true
#else
#define is_new (number == next)
#endif

chan to_receiver = [1] of { byte, bit };
chan to_sender = [1] of { bit };

active proctype sender()
{
	byte value;
	bit number, answer;

	do
	:: to_receiver!value,number
	:: to_sender?answer ->
		if
		:: answer == number ->
			value = (value + 1) % VALUES;
			number = 1 - number
		:: else		/* an old answer */
		fi
	od
}

active proctype receiver()
{
	byte value, expected;
	bit number, next;

	do
	:: to_receiver?value,number ->
		if
		:: is_new ->
			assert(value == expected);
			expected = (expected + 1) % VALUES;
			next = 1 - next
		:: else		/* the same message again */
		fi;
		to_sender!number
	od
}

active proctype loss()
{
	do
	:: to_receiver?_,_
	:: to_sender?_
	od
}
