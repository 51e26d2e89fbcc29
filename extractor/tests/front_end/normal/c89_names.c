/* The same words as names, which older programs may declare. */
typedef unsigned char bool;
enum { false, true };
int nullptr, alignas = 2;
bool f(bool bool_value) { return bool_value == true ? nullptr : alignas; }
int g(int thread_local) { int static_assert = thread_local; return static_assert; }
