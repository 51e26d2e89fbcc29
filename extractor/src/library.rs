//! The C library that comes with `ax`, as text: one translation unit for each topic, in `extractor/library`.
//!
//! What libc does is said in C and goes the same way as the user's code. The files need no preprocessor: they include
//! nothing and have no macros. What they cannot say in C are the functions in [`INTRINSICS`]; `library/README.md` says
//! what these mean. Names that begin with `__lib_` are shared between files and are nobody else's.
//!
//! A function that the program defines itself takes the place of the library's. Nothing here parses or links.

/// One file of the library.
pub struct File {
    /// Its name in `extractor/library`.
    pub name: &'static str,
    pub text: &'static str,
}

macro_rules! files {
    ($($name:literal,)*) => { &[$(File { name: $name, text: include_str!(concat!("../library/", $name)) },)*] };
}

/// All files, in order of their names.
pub const FILES: &[File] = files![
    "assert.c",
    "ctype.c",
    "errno.c",
    "exit.c",
    "malloc.c",
    "pthread_attr.c",
    "pthread_barrier.c",
    "pthread_cancel.c",
    "pthread_cond.c",
    "pthread_key.c",
    "pthread_mutex.c",
    "pthread_once.c",
    "pthread_rwlock.c",
    "pthread_spin.c",
    "pthread_thread.c",
    "random.c",
    "semaphore.c",
    "stdio.c",
    "stdio_print.c",
    "stdio_scan.c",
    "stdlib.c",
    "string.c",
    "threads.c",
    "time.c",
    "unistd.c",
    "verifier.c",
    "waiting.c",
];

/// What the files call and do not define: the machine gives these their meaning.
pub const INTRINSICS: &[&str] = &[
    "__ax_abort",
    "__ax_allocate",
    "__ax_assume",
    "__ax_atomic_begin",
    "__ax_atomic_end",
    "__ax_choose",
    "__ax_end_thread",
    "__ax_error",
    "__ax_exit",
    "__ax_has_ended",
    "__ax_known",
    "__ax_print",
    "__ax_reclaim",
    "__ax_release",
    "__ax_self",
    "__ax_size",
    "__ax_spawn",
    "__ax_unknown",
    "__ax_wait",
    "siglongjmp",
];
