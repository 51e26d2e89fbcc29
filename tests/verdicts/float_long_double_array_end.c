/* expect: bounds */
/* an array of long doubles is read at its end: elements have 16 bytes */
static long double samples[4] = {1, 2, 3, 4};

int main(void)
{
    long double sum = 0;
    for (unsigned i = 0; i <= sizeof samples / 16; i++)
        sum += samples[i];
    return sum > 10;
}
