int before;
#include "no_such_header.h"
