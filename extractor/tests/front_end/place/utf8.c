const char *s = "größe"; int f(void) { s = "ü"; return 1; }
