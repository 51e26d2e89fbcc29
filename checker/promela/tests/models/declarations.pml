/* Every form of declaration. */
mtype = { ACK, NAK, DATA };
mtype { plain, without comma };
mtype:colour = { red, green };

typedef Point { int x; byte y[3] }
typedef Flat { int x }
typedef Line {
	Point from, to
	bool closed = true
	unsigned width : 5 = 3
};

bit b0;
bool b1 = true, b2;
byte bytes[4] = 7;
pid who;
short s = -3;
int list[3] = { 1, 2, 3 };
unsigned small : 3;
mtype kind = ACK;
mtype:colour shade = green;
hidden int scratch;
show byte seen;
local int mine;
chan none;
chan queue = [2 + 2] of { mtype, byte };
chan sync = [0] of { mtype:colour, Point, chan };
chan many[3] = [1] of { bit };
Point p;
Flat flat;
Line lines[2];
int letter = 'a', newline = '\n', quote = '\'';

active [2] proctype counted(byte unused) priority 2 provided (seen == 0 || b1)
{
	int local_one = 1, local_two = 1 + 1;
	Point here;
	xr queue;
	xs sync, none;
	here.x = local_two;
	here.y[here.x] = lines[0].from.y[1] + p.x
}

D_proctype deterministic(chan in_, out; mtype m; Flat at) { out!at.x; in_?m }

proctype empty_params() { skip }

init priority 10 {
	byte later;
	later = 3;
	byte after_statement = later;
	run empty_params() priority 4;
	run deterministic(none, sync, DATA, flat)
}
