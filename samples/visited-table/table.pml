/* The table of states that the threads of `ax check --search bfs` share (checker/src/search/wide/table.rs), for two threads and three
 * states. A slot is written once, by an exchange that fails if it is not empty any more. Threads that look states up hold the table;
 * whoever makes it larger waits until nobody does.
 *
 *   ax check table.pml                    holds
 *   ax check -D PLAIN_STORE table.pml     a store instead of the exchange: a state is found to be new twice, or is lost
 *   ax check -D NO_LOCK table.pml         growing while others look states up: the same
 */
#define THREADS 2
#define STATES 3
#define LARGE 8

byte slots[LARGE];        /* 0, or a state */
byte size = 4;             /* slots that are in use */
byte used;
byte holders;             /* threads that look states up */
bool growing;
byte found_new[4];        /* by state: how often it was found to be new */
byte ready;

inline hold() {
#ifdef NO_LOCK
  skip
#else
  atomic { !growing -> holders++ }
#endif
}

inline release() {
#ifdef NO_LOCK
  skip
#else
  holders--
#endif
}

/* Puts a state into a slot that was empty a moment ago. */
inline put(at, state, done) {
#ifdef PLAIN_STORE
  slots[at] = state;
  done = true
#else
  atomic {
    if
    :: slots[at] == 0 -> slots[at] = state; done = true
    :: else -> done = false
    fi
  }
#endif
}

/* Moves all states into a table of twice the length. */
inline grow() {
#ifndef NO_LOCK
  atomic { holders == 0 && !growing -> growing = true };
#endif
  if
  :: size < LARGE && used + THREADS >= size ->
    from = 0;
    do
    :: from < size -> old[from] = slots[from]; slots[from] = 0; from++
    :: else -> break
    od;
    old_size = size;
    size = size * 2;
    from = 0;
    do
    :: from < old_size && old[from] != 0 ->
      at = old[from] % size;
      do
      :: slots[at] != 0 -> at = (at + 1) % size
      :: else -> break
      od;
      slots[at] = old[from];
      from++
    :: from < old_size && old[from] == 0 -> from++
    :: from >= old_size -> break
    od
  :: else
  fi;
  growing = false
}

inline insert(state) {
  hold();
  at = state % size;
  do
  :: seen = slots[at];
    if
    :: seen == 0 ->
      put(at, state, done);
      if
      :: done -> found_new[state]++; used++; break
      :: else
      fi
    :: seen == state -> break
    :: else -> at = (at + 1) % size
    fi
  od;
  release();
  if
  :: size < LARGE && used + THREADS >= size -> grow()
  :: else
  fi
}

proctype thread(byte first, second, third) {
  byte at, seen, from, old_size;
  byte old[LARGE];
  bool done;

  insert(first);
  insert(second);
  insert(third);
  ready++
}

init {
  byte i, times, state;

  atomic { run thread(1, 3, 2); run thread(3, 1, 2) };
  ready == THREADS;
  for (state : 1 .. STATES) {
    times = 0;
    for (i : 0 .. LARGE - 1) {
      if
      :: slots[i] == state -> times++
      :: else
      fi
    }
    assert(times == 1);
    assert(found_new[state] == 1)
  }
}
