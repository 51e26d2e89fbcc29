/* expect: null */
/* the second entry of a table of strings is not there */
static const char *const options[3] = { "on", 0, "off" };

int main(void)
{
    int n = 0;
    for (int i = 0; i < 3; i++)
        n += options[i][0] == 'o';
    return n == 3;
}
