int f(undeclared x) { return x; }
