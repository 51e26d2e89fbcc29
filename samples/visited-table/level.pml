/* Threads that own their states: how they hand over what they find for each other, and wait for each other, level by level.
   See README.md; the code is checker/src/search/keyed/flood: `Inbox`, `Worker::settle`, `Gate`. */
#define THREADS 2
#define LEVELS 2
#define MOST 2

/* Lists that were handed over to a thread and not read, and whether there are any. */
byte unread[THREADS];
bool has_new[THREADS];
bool inbox[THREADS];

byte sent[THREADS];
byte got[THREADS];
byte finished;

typedef Gate {
  bool lock;
  byte waiting;
  byte times;
  bool asleep[THREADS];
};
Gate begin, end;

inline take(lock) { atomic { !lock; lock = true } }

/* Waits until all threads do: looks for a while, then sleeps. */
inline pass(g) {
  before = g.times;
  take(g.lock);
  g.waiting++;
  if
  :: g.waiting == THREADS ->
    g.waiting = 0;
    g.times++;
    atomic { g.asleep[0] = false; g.asleep[1] = false };
    g.lock = false
  :: else ->
    g.lock = false;
    if
    :: g.times != before
    :: true ->
#ifndef NO_LOCK
      take(g.lock);
#endif
      do
      :: g.times == before ->
        atomic { g.lock = false; g.asleep[me] = true };
        !g.asleep[me];
        take(g.lock)
      :: else -> break
      od;
      g.lock = false
    fi
  fi
}

inline send(to) {
  take(inbox[to]);
  unread[to]++;
  sent[to]++;
  has_new[to] = true;
  inbox[to] = false
}

inline receive() {
  if
  :: has_new[me] ->
    take(inbox[me]);
    got[me] = got[me] + unread[me];
    unread[me] = 0;
    has_new[me] = false;
    inbox[me] = false
  :: else
  fi
}

active [THREADS] proctype thread() {
  byte me = _pid, before, level, count;
  bool all;
  do
  :: level < LEVELS ->
    if
    :: me == 0 -> finished = 0
    :: else
    fi;
    pass(begin);
    count = 0;
    do
    :: count < MOST -> send(1 - me); count++
    :: receive()
    :: break
    od;
    finished++;
    do
    :: true ->
#ifdef LATE_LOOK
      receive();
      all = finished == THREADS;
#else
      all = finished == THREADS;
      receive();
#endif
      if
      :: all -> break
      :: else
      fi
    od;
    assert(got[me] == sent[me]);
    pass(end);
    level++
  :: else -> break
  od
}
