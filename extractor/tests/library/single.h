/* What the tests with one thread share. `ax_NAME` is the library's function, NAME is glibc's. */
#include <setjmp.h>

#define AX(name) extern __typeof__(name) ax_##name
#define CHECK(condition)                                                                                               \
    do {                                                                                                               \
        if (!(condition))                                                                                              \
            fail(__FILE__, __LINE__, #condition);                                                                      \
    } while (0)

extern jmp_buf ended;
extern int end_status, error_kind;
extern const char *error_text;
extern char shown[];
extern unsigned long shown_length;

unsigned long any(void);
unsigned long below(unsigned long n);
void fail(const char *file, int line, const char *what);
