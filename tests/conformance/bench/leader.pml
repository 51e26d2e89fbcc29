/* Leader election in a ring (Dolev, Klawe, Rodeh 1982): buffered channels passed as parameters. */
#define N 6
#define SLOTS 4
mtype = { one, two, winner };
chan q[N] = [SLOTS] of { mtype, byte };
byte leaders;

proctype node(chan in, out; byte mine) {
  bool active_now = true, know;
  byte number, maximum = mine, neighbour;
  xr in;
  xs out;
  out!one(mine);
end:
  do
  :: in?one(number) ->
    if
    :: active_now ->
      if
      :: number != maximum -> out!two(number); neighbour = number
      :: else -> know = true; out!winner(number)
      fi
    :: else -> out!one(number)
    fi
  :: in?two(number) ->
    if
    :: active_now ->
      if
      :: neighbour > number && neighbour > maximum -> maximum = neighbour; out!one(neighbour)
      :: else -> active_now = false
      fi
    :: else -> out!two(number)
    fi
  :: in?winner(number) ->
    if
    :: number != mine -> skip
    :: else -> leaders++; assert(leaders == 1)
    fi;
    if
    :: know -> skip
    :: else -> out!winner(number)
    fi;
    break
  od
}

init {
  byte i = 1;
  atomic {
    do
    :: i <= N -> run node(q[i - 1], q[i % N], (N + 3 - i) % N + 1); i++
    :: i > N -> break
    od
  }
}
