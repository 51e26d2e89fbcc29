/* A long state vector of which each step changes little. */
#define CELLS 60
#define PER_WRITER 5
typedef Cell { int value; short mark; byte flag };
Cell memory[CELLS];

active [2] proctype writer() {
  byte at;
end:
  do
  :: at < PER_WRITER -> memory[at * 4 + _pid].value = memory[at * 4 + _pid].value ^ (_pid + 1); at++
  :: at < PER_WRITER -> at++
  :: at == PER_WRITER -> at = 0
  od
}
