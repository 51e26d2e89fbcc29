#ifndef MACROS_H
#define MACROS_H
#define SIZE 4
#define MAX(a, b) ((a) > (b) -> (a) : (b))
#define SWAP(type, a, b) { type t_##a; t_##a = a; a = b; b = t_##a }
#include "macros.h"
#endif
