/* What is opened is not closed, or the other way round. */
int x;
active proctype missing_fi() {
	if
	:: x == 1 -> skip
	:: else -> x = 2
}
active proctype wrong_end() {
	do
	:: x == 1 -> break
	fi
}
active proctype stray() {
	x = 1;
	od;
	x = 2;
	:: x = 3
}
active proctype no_options() {
	if x == 1 -> skip fi
}
active proctype empty() { }
active proctype nothing_before() { ; skip }
active proctype empty_option() { if :: :: skip fi }
active proctype missing_brace() {
	atomic { x = 1;
	x = 2
proctype after() { skip }
