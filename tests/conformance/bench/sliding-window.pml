/* A sliding window protocol over channels that lose messages. */
#ifndef W
#define W 2
#endif
#ifndef MAX
#define MAX 5
#endif
#ifndef TICKS
#define TICKS 8
#endif
chan data = [3] of { byte, byte };
chan acks = [2] of { byte };

active proctype sender() {
  byte base, next, ack;
end:
  do
  :: (next + MAX - base) % MAX < W -> data!next,next; next = (next + 1) % MAX
  :: acks?ack -> if :: (ack + MAX - base) % MAX < W -> base = (ack + 1) % MAX :: else fi
  :: next != base -> data!base,base
  od
}

active proctype receiver() {
  byte expected, number, value;
end:
  do
  :: data?number,value ->
    if
    :: number == expected -> assert(value == number); acks!number; expected = (expected + 1) % MAX
    :: else -> acks!(expected + MAX - 1) % MAX
    fi
  od
}

active proctype thief() {
end:
  do
  :: data?_,_
  :: acks?_
  od
}

active proctype clock() {
  short t;
end:
  do
  :: t = (t + 1) % TICKS
  od
}
