/* Streams of <stdio.h>, their locks too (printf is in stdio_print.c, scanf in stdio_scan.c).
 *
 * Output to stdout and stderr is shown in the run, at once. What is read is not known: any byte or the end of the file,
 * and the end stays until `clearerr`, `rewind` or `fseek`. `fopen` fails or gives a stream, by choice.
 * Streams may be used by several threads: each character that is read is one step.
 * Undefined by C and reported: a use of a stream that was closed is an access to memory that was freed.
 *
 * Left out: contents of files (what was written is not what is read), errors while writing, wide characters, positions
 * (`ftell` gives any number), `gets`, `getline`, `freopen`, `popen`, `tmpfile`. Functions that POSIX lets be
 * cancellation points are none.
 */
typedef unsigned long size_t;

enum ax_error {
    AX_ASSERTION = 1, AX_MEMORY, AX_UNDEFINED, AX_UNINITIALISED, AX_OVERFLOW, AX_NOT_MODELLED, AX_CLOCK_BACK
};
enum { ENOENT = 2, END_OF_FILE = -1 };

void __ax_error(int kind, const char *text);
void __ax_atomic_begin(void);
void __ax_atomic_end(void);
void __ax_wait(int condition);
int __ax_own(void);
void __ax_lock_taken(const void *lock, int exclusive);
void __ax_lock_dropped(const void *lock);
int __ax_choose(int low, int high);
long __ax_unknown(long low, long high);
void *__ax_allocate(size_t size);
void __ax_release(void *p);
void __ax_print(const char *text, size_t n);
int *__errno_location(void);
size_t strlen(const char *s);

struct _IO_FILE {
    int shown;     /* stdout and stderr */
    int at_end;    /* the end of the file was read */
    int pushed;    /* the character of `ungetc`, plus 1 */
    int owner;     /* who has locked it by flockfile: its number plus 1 */
    int depth;
};

static struct _IO_FILE input, output = {.shown = 1}, errors = {.shown = 1};
struct _IO_FILE *stdin = &input, *stdout = &output, *stderr = &errors;

int __lib_stream_is_shown(struct _IO_FILE *stream) { return stream->shown; }

struct _IO_FILE *fopen(const char *restrict path, const char *restrict mode) {
    (void)path, (void)mode;
    if (__ax_choose(0, 1) == 0) {
        *__errno_location() = ENOENT;
        return 0;
    }
    struct _IO_FILE *stream = __ax_allocate(sizeof *stream);
    *stream = (struct _IO_FILE){0};
    return stream;
}

int fclose(struct _IO_FILE *stream) {
    if (stream != &input && stream != &output && stream != &errors)
        __ax_release(stream);
    return 0;
}

int fflush(struct _IO_FILE *stream) {
    (void)stream;
    return 0;
}

int setvbuf(struct _IO_FILE *restrict stream, char *restrict buffer, int mode, size_t n) {
    (void)stream, (void)buffer, (void)mode, (void)n;
    return 0;
}

void setbuf(struct _IO_FILE *restrict stream, char *restrict buffer) { (void)stream, (void)buffer; }
void setlinebuf(struct _IO_FILE *stream) { (void)stream; }

size_t fwrite(const void *restrict from, size_t size, size_t count, struct _IO_FILE *restrict stream) {
    if (stream->shown && size * count > 0)
        __ax_print(from, size * count);
    return size == 0 ? 0 : count;
}

int fputc(int c, struct _IO_FILE *stream) {
    char character = (char)c;
    fwrite(&character, 1, 1, stream);
    return (unsigned char)c;
}

int putc(int c, struct _IO_FILE *stream) { return fputc(c, stream); }
int putchar(int c) { return fputc(c, stdout); }
int putchar_unlocked(int c) { return fputc(c, stdout); }
int putc_unlocked(int c, struct _IO_FILE *stream) { return fputc(c, stream); }

int fputs(const char *restrict text, struct _IO_FILE *restrict stream) {
    fwrite(text, 1, strlen(text), stream);
    return 1;
}

int puts(const char *text) {
    fputs(text, stdout);
    putchar('\n');
    return 1;
}

int fgetc(struct _IO_FILE *stream) {
    int c = END_OF_FILE;
    __ax_atomic_begin();
    if (stream->pushed != 0) {
        c = stream->pushed - 1;
        stream->pushed = 0;
    } else if (!stream->at_end) {
        c = (int)__ax_unknown(END_OF_FILE, 255);
        stream->at_end = c == END_OF_FILE;
    }
    __ax_atomic_end();
    return c;
}

int getc(struct _IO_FILE *stream) { return fgetc(stream); }
int getchar(void) { return fgetc(stdin); }
int getc_unlocked(struct _IO_FILE *stream) { return fgetc(stream); }
int getchar_unlocked(void) { return fgetc(stdin); }

int ungetc(int c, struct _IO_FILE *stream) {
    int result = END_OF_FILE;
    __ax_atomic_begin();
    if (c != END_OF_FILE && stream->pushed == 0) {
        result = (unsigned char)c;
        stream->pushed = result + 1;
        stream->at_end = 0;
    }
    __ax_atomic_end();
    return result;
}

char *fgets(char *restrict to, int n, struct _IO_FILE *restrict stream) {
    int i = 0, c = 0;
    if (n <= 0)
        return 0;
    while (i + 1 < n && c != '\n') {
        c = fgetc(stream);
        if (c == END_OF_FILE) {
            if (i == 0)
                return 0;
            break;
        }
        to[i++] = (char)c;
    }
    to[i] = 0;
    return to;
}

size_t fread(void *restrict to, size_t size, size_t count, struct _IO_FILE *restrict stream) {
    unsigned char *bytes = to;
    for (size_t i = 0; i < size * count; i++) {
        int c = fgetc(stream);
        if (c == END_OF_FILE)
            return i / size;
        bytes[i] = (unsigned char)c;
    }
    return size == 0 ? 0 : count;
}

int feof(struct _IO_FILE *stream) {
    __ax_atomic_begin();
    int at_end = stream->at_end;
    __ax_atomic_end();
    return at_end;
}

int ferror(struct _IO_FILE *stream) {
    (void)stream;
    return 0;
}

void clearerr(struct _IO_FILE *stream) {
    __ax_atomic_begin();
    stream->at_end = 0;
    __ax_atomic_end();
}

int fseek(struct _IO_FILE *stream, long offset, int from) {
    (void)offset, (void)from;
    __ax_atomic_begin();
    stream->at_end = 0;
    stream->pushed = 0;
    __ax_atomic_end();
    return 0;
}

void rewind(struct _IO_FILE *stream) { fseek(stream, 0, 0); }

long ftell(struct _IO_FILE *stream) {
    (void)stream;
    return __ax_unknown(0, 9223372036854775807);
}

int fileno(struct _IO_FILE *stream) { return stream == stdin ? 0 : stream == stdout ? 1 : stream == stderr ? 2 : 3; }

/* The lock is recursive. Other functions do not wait for it: that something is printed in between shows nowhere. */
void flockfile(struct _IO_FILE *stream) {
    __ax_atomic_begin();
    __ax_wait(stream->owner == 0 || stream->owner == __ax_own() + 1);
    stream->owner = __ax_own() + 1;
    if (stream->depth++ == 0)
        __ax_lock_taken(&stream->owner, 1);
    __ax_atomic_end();
}

int ftrylockfile(struct _IO_FILE *stream) {
    __ax_atomic_begin();
    int is_free = stream->owner == 0 || stream->owner == __ax_own() + 1;
    if (is_free) {
        stream->owner = __ax_own() + 1;
        if (stream->depth++ == 0)
            __ax_lock_taken(&stream->owner, 1);
    }
    __ax_atomic_end();
    return is_free ? 0 : END_OF_FILE;
}

void funlockfile(struct _IO_FILE *stream) {
    __ax_atomic_begin();
    if (stream->owner != __ax_own() + 1)
        __ax_error(AX_UNDEFINED, "unlocks a stream that it has not locked");
    else if (--stream->depth == 0) {
        stream->owner = 0;
        __ax_lock_dropped(&stream->owner);
    }
    __ax_atomic_end();
}

int fputc_unlocked(int c, struct _IO_FILE *stream) { return fputc(c, stream); }
int fgetc_unlocked(struct _IO_FILE *stream) { return fgetc(stream); }
int fputs_unlocked(const char *restrict text, struct _IO_FILE *restrict stream) { return fputs(text, stream); }
int fflush_unlocked(struct _IO_FILE *stream) { return fflush(stream); }
int feof_unlocked(struct _IO_FILE *stream) { return feof(stream); }
int ferror_unlocked(struct _IO_FILE *stream) { return ferror(stream); }
void clearerr_unlocked(struct _IO_FILE *stream) { clearerr(stream); }
int fileno_unlocked(struct _IO_FILE *stream) { return fileno(stream); }

char *fgets_unlocked(char *restrict to, int n, struct _IO_FILE *restrict stream) { return fgets(to, n, stream); }

size_t fwrite_unlocked(const void *restrict from, size_t size, size_t count, struct _IO_FILE *restrict stream) {
    return fwrite(from, size, count, stream);
}

size_t fread_unlocked(void *restrict to, size_t size, size_t count, struct _IO_FILE *restrict stream) {
    return fread(to, size, count, stream);
}
