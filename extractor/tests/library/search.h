/* All schedules of a small program on the library: what a program gives and what the search needs to know of it. */

/* A program runs as thread 0, from its own start for every schedule. What it prints and how it ends is an outcome:
 * "…" end of the program, "…; deadlock", "…; error: …", "…; exit 3". */
struct program {
    const char *name;
    int (*main)(void);
    const char *outcomes[12]; /* all of them, in order of their text */
};

extern const struct program programs[];

/* A place where any other thread may run. */
void step(void);
