#ifndef WORD_SIZE
#error "set WORD_SIZE"
#endif
