//! The C library that comes with `ax`, as text: one translation unit for each topic, in `extractor/library`.
//!
//! What libc does is said in C and goes the same way as the user's code. The files need no preprocessor: they include
//! nothing and have no macros. What they cannot say in C are the functions in [`INTRINSICS`]; `library/README.md` says
//! what these mean. Names that begin with `__lib_` are shared between files and are nobody else's.
//!
//! A function that the program defines itself takes the place of the library's. Nothing here parses or links, but
//! [`definitions`] tells what a file defines by a look at its tokens.

pub mod text;

use crate::c::token::{Kind, Preprocessed};

/// One file of the library.
pub struct File {
    /// Its name in `extractor/library`.
    pub name: &'static str,
    pub text: &'static str,
}

macro_rules! files {
    ($($name:literal,)*) => { &[$(File { name: $name, text: include_str!(concat!("../../library/", $name)) },)*] };
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
    "sched.c",
    "semaphore.c",
    "signal.c",
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
    "__ax_gave_value",
    "__ax_has_ended",
    "__ax_joined",
    "__ax_known",
    "__ax_lock_dropped",
    "__ax_lock_taken",
    "__ax_own",
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

/// The names with external linkage that a file of the library defines. Enough for the C that is written here.
pub fn definitions(text: &'static str) -> Vec<&'static str> {
    let source = Preprocessed::new("", text.to_string());
    let word = |t: &crate::c::token::Token| &text[t.start as usize..t.end as usize];
    let mut names = Vec::new();
    let mut depth = 0u32;
    // The tokens of a declaration that stand in no brackets, and a bracket for what is inside.
    let mut outside: Vec<(&str, bool)> = Vec::new();
    // `void (*f)(void)`: the name behind the first star in parentheses.
    let mut pointer = None;
    for (at, token) in source.tokens.iter().enumerate() {
        let spelling = word(token);
        match spelling {
            ")" | "]" | "}" => {
                depth -= 1;
                let ends = depth == 0 && spelling == "}" && outside.iter().rev().nth(1).is_some_and(|t| t.0 == "(");
                if ends {
                    names.extend(defined(&outside, pointer));
                    (outside, pointer) = (Vec::new(), None);
                }
                continue;
            }
            ";" if depth == 0 => {
                names.extend(defined(&outside, pointer));
                (outside, pointer) = (Vec::new(), None);
                continue;
            }
            _ => {}
        }
        if depth == 0 {
            outside.push((spelling, token.kind == Kind::Word));
        } else if depth == 1 && spelling == "*" && outside.len() >= 2 && word(&source.tokens[at - 1]) == "(" {
            pointer = pointer.or(source.tokens.get(at + 1).map(word));
        }
        depth += u32::from(matches!(spelling, "(" | "[" | "{"));
    }
    names
}

/// What one declaration defines, given its tokens outside of brackets.
fn defined<'t>(outside: &[(&'t str, bool)], pointer: Option<&'t str>) -> Vec<&'t str> {
    let has = |word: &str| outside.iter().any(|t| t.0 == word);
    if has("typedef") || has("extern") || has("static") {
        return Vec::new();
    }
    let before = |at: usize| at.checked_sub(1).map(|at| outside[at]).filter(|t| t.1).map(|t| t.0);
    if let Some(open) = outside.iter().position(|t| t.0 == "(") {
        let name = before(open);
        return match pointer {
            Some(pointer) => vec![pointer],
            None if outside.last().is_some_and(|t| t.0 == "{") => name.into_iter().collect(),
            None => Vec::new(),
        };
    }
    if matches!(outside, [("struct" | "union" | "enum", _), (_, true)]) {
        return Vec::new();
    }
    let mut names = Vec::new();
    let mut value = false;
    for (at, token) in outside.iter().enumerate() {
        match token.0 {
            "=" | "[" | "," => {
                if !value {
                    names.extend(before(at));
                }
                value = token.0 != ",";
            }
            _ => {}
        }
    }
    if !value && outside.len() >= 2 {
        names.extend(before(outside.len()));
    }
    names
}
