int f(void) { const char *s = "ÿé"; int x = 1; return s[0] + x; }
