/* A sliding window protocol over channels that lose messages. */
#define W 2
#define MAX 5
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
  byte t;
end:
  do
  :: t = (t + 1) % 8
  od
}
