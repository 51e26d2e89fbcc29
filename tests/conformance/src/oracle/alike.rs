//! Random programs with threads that are alike: `conformance sharing --alike`.
//!
//! All threads run the same function, most with the same argument. What they do to shared data, what they give back,
//! the order in which they are joined and what happens in between are random, and so are things that tell them apart:
//! their own number, objects of their own, addresses of their own stacks, handles that are compared or given away.

use crate::generator::random::Random;
use std::fmt::Write;

const HEAD: &str = "\
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>
static int x, y;
static atomic_int a, b;
static int slots[4];
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
static sem_t s;
static pthread_t handles[4];
static void *place;
";

/// What a thread does, where nothing is locked.
const OUTSIDE: [(usize, &str); 24] = [
    (9, "pthread_mutex_lock(&m); x = x * 2 + 1; pthread_mutex_unlock(&m);"),
    (6, "pthread_mutex_lock(&m); mine = x++; pthread_mutex_unlock(&m);"),
    (4, "pthread_mutex_lock(&m); if (x == 1) y++; pthread_mutex_unlock(&m);"),
    (5, "pthread_mutex_lock(&m); pthread_mutex_lock(&n); y += x; pthread_mutex_unlock(&n); pthread_mutex_unlock(&m);"),
    (3, "pthread_mutex_lock(&m); a = a + 1; mine += b; pthread_mutex_unlock(&m);"),
    (3, "if (pthread_mutex_trylock(&n) == 0) { b = b + 2; pthread_mutex_unlock(&n); } else mine++;"),
    (6, "mine = atomic_fetch_add(&a, 1);"),
    (4, "b = a;"),
    (4, "mine += b;"),
    (3, "a = mine;"),
    (2, "if (a == 1) b = 5;"),
    (2, "y = 1;"),
    (1, "x++;"),
    (2, "sem_wait(&s); b = b * 2; sem_post(&s);"),
    (1, "sem_wait(&s);"),
    (1, "sem_post(&s);"),
    (3, "slots[mine & 3]++;"),
    (2, "if (mine == 0) return (void *)3;"),
    (1, "mine += (int)pthread_self();"),
    (1, "{ int *p = malloc(4); *p = mine; mine = *p + 1; free(p); }"),
    (1, "{ int local = mine; int *p = &local; a = 1; mine = *p; }"),
    (1, "place = &mine;"),
    (1, "if (place == &mine) b = 9;"),
    (1, "if (pthread_mutex_trylock(&m) == 0) pthread_exit((void *)1);"),
];

/// What `main` does between starts, joins and at the end.
const BETWEEN: [(usize, &str); 11] = [
    (8, ""),
    (2, "r = r * 3 + a;"),
    (2, "pthread_mutex_lock(&m); r = r * 3 + x; pthread_mutex_unlock(&m);"),
    (2, "b = b + 1;"),
    (1, "r += slots[0];"),
    (1, "pthread_mutex_lock(&n); y++; pthread_mutex_unlock(&n);"),
    (1, "while (a == 0) ;"),
    (1, "if (handles[0] < handles[1]) r++;"),
    (1, "{ pthread_t t = handles[0]; handles[0] = handles[1]; handles[1] = t; }"),
    (1, "sem_post(&s);"),
    (1, "a = 0;"),
];

/// A program.
pub fn generate(seed: u64) -> String {
    let mut random = Random::new(seed);
    let threads = if random.chance(40) { 3 } else { 2 };
    let mut text = HEAD.to_string();
    text += "static void *work(void *u)\n{\n    int mine = (int)(long)u;\n";
    let statements = 1 + random.below(if threads == 3 { 2 } else { 3 });
    let loops = random.chance(15);
    if loops {
        text += "    for (int i = 0; i < 2; i++) {\n";
    }
    for _ in 0..statements {
        let _ = writeln!(text, "    {}", random.weighted(&OUTSIDE).unwrap_or_default());
    }
    if loops {
        text += "    }\n";
    }
    let result = random.weighted(&[(6, "0"), (3, "(void *)(long)mine"), (1, "u")]).unwrap_or_default();
    let _ = writeln!(text, "    return {result};\n}}");
    text += "int main(void)\n{\n    unsigned r = 1;\n    void *v = 0;\n    sem_init(&s, 0, 1);\n";
    for t in 0..threads {
        let argument = random.weighted(&[(8, 0), (1, 1), (1, t)]).unwrap_or_default();
        let _ = writeln!(text, "    pthread_create(&handles[{t}], 0, work, (void *){argument});");
        if random.chance(20) {
            let _ = writeln!(text, "    {}", random.weighted(&BETWEEN).unwrap_or_default());
        }
    }
    let mut order: Vec<usize> = (0..threads).collect();
    for i in (1..threads).rev() {
        order.swap(i, random.below(i + 1));
    }
    for t in order {
        let _ = writeln!(text, "    {}", random.weighted(&BETWEEN).unwrap_or_default());
        let join = random.weighted(&[
            (10, "v = 0; pthread_join(handles[@], &v); r = r * 31 + (unsigned)(long)v;"),
            (6, "pthread_join(handles[@], 0);"),
            (1, "pthread_detach(handles[@]);"),
            (1, ""),
            (1, "if (pthread_tryjoin_np(handles[@], 0) == 0) r++; else pthread_join(handles[@], 0);"),
        ]);
        let _ = writeln!(text, "    {}", join.unwrap_or_default().replace('@', &t.to_string()));
    }
    if random.chance(10) {
        text += "    pthread_create(&handles[0], 0, work, 0);\n    pthread_create(&handles[1], 0, work, 0);\n";
        text += "    pthread_join(handles[1], 0);\n    r += a;\n    pthread_join(handles[0], 0);\n";
    }
    text += "    pthread_mutex_lock(&m);\n";
    text += "    r = r * 7 + x; r = r * 7 + y; r = r * 7 + a; r = r * 7 + b; r = r * 7 + slots[1];\n";
    let ends = random.weighted(&[(8, "return (int)(r & 0x7fffffff);"), (1, "pthread_exit(0);")]);
    let _ = writeln!(text, "    {}\n}}", ends.unwrap_or_default());
    "#define _GNU_SOURCE\n".to_string() + &text
}
