/* Literals and names outside of what lang-c knows. */
const char *bold = "\e[1m" "\E[0m" u8"caf\u00e9" "\%";
char escape = '\e', utf8 = u8'a';
long million = 1'000'000, bits = 0b1010, hex = 0xFFul;
int a$b, größe, \u00e9t\u00e9;
int dollar(void) { return a$b + größe + été; }
struct s { int n[2]; } empty(void) { return (struct s){}; }
int size = sizeof (struct s){ { 1, 2 } }.n;
int zeros[3] = {};
_Static_assert(sizeof(int) == 4);
int digraphs<:2:> = <% 1, 2 %>;
struct extra { ; int x;; _Static_assert(1); } ;;
__extension__ int extended = __extension__ 3;
