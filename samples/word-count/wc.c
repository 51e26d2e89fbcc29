/* Counts lines, words and characters of the standard input. */

#include <stdio.h>

#ifndef BITS
#define BITS 31
#endif

/* What has been counted so far. */
struct {
    unsigned nl : BITS;
    unsigned nw : BITS;
    unsigned nc : BITS;
} count;

int main(void)
{
    int c, inword = 0;

    while ((c = getchar()) != EOF) {
        count.nc++;
        if (c == '\n')
            count.nl++;
        if (c == ' ' || c == '\t' || c == '\n')
            inword = 0;
        else if (!inword) {
            count.nw++;
            inword = 1;
        }
    }
    printf("%d\t%d\t%d\n", count.nl, count.nw, count.nc);
    return 0;
}
