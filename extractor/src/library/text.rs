//! The text of the library for people: which functions a header has, and what `ax` takes one of them to do.
//!
//! [`function`] gives the head of the file, which says what is modelled and what is left out, then the helpers of that
//! file that the function calls, then the function, each with its comments. Helpers are found by their names among the
//! tokens. Nothing here says anything about functions of other files: who reads on asks for them.

use super::{FILES, File};
use crate::c::token::{Kind, Preprocessed};
use std::collections::BTreeSet;

/// A definition or declaration outside of functions, with the comments before it.
struct Item<'t> {
    text: &'t str,
    /// The function that is defined.
    function: Option<&'t str>,
    words: BTreeSet<&'t str>,
}

/// The headers that a file of the library stands for; none for what files share.
pub fn header(file: &File) -> Option<&'static str> {
    Some(match file.name {
        "assert.c" => "<assert.h>",
        "ctype.c" => "<ctype.h>",
        "errno.c" => "<errno.h>",
        "exit.c" | "malloc.c" | "random.c" | "stdlib.c" => "<stdlib.h>",
        "sched.c" => "<sched.h>",
        "semaphore.c" => "<semaphore.h>",
        "signal.c" => "<signal.h>",
        "stdio.c" | "stdio_print.c" | "stdio_scan.c" => "<stdio.h>",
        "string.c" => "<string.h>, <strings.h>",
        "threads.c" => "<threads.h>",
        "time.c" => "<time.h>",
        "unistd.c" => "<unistd.h>",
        "verifier.c" => "other verifiers",
        "waiting.c" => return None,
        name if name.starts_with("pthread_") => "<pthread.h>",
        _ => return None,
    })
}

/// The functions of a file that a program can call, by name.
pub fn functions(file: &File) -> Vec<&'static str> {
    let own = |name: &&str| name.starts_with("__lib_") || name.starts_with("__ax_");
    let callable = super::definitions(file.text).into_iter().filter(|name| !own(name)).collect::<BTreeSet<_>>();
    let defined = items(file.text).into_iter().filter_map(|item| item.function);
    defined.filter(|name| callable.contains(name)).collect::<BTreeSet<_>>().into_iter().collect()
}

/// The file that defines a function that a program can call.
pub fn file_of(function: &str) -> Option<&'static File> {
    FILES.iter().find(|file| functions(file).contains(&function))
}

/// The text of a function: the head of its file, the helpers it calls, itself.
pub fn function(file: &File, name: &str) -> Option<String> {
    let items = items(file.text);
    let mut shown: BTreeSet<usize> = items.iter().position(|item| item.function == Some(name)).into_iter().collect();
    let mut open: Vec<usize> = shown.iter().copied().collect();
    while let Some(at) = open.pop() {
        for (other, item) in items.iter().enumerate() {
            if item.function.is_some_and(|f| items[at].words.contains(f)) && shown.insert(other) {
                open.push(other);
            }
        }
    }
    if shown.is_empty() {
        return None;
    }
    let head = head(file.text);
    let parts = [head].into_iter().chain(shown.into_iter().map(|at| items[at].text));
    Some(parts.filter(|part| !part.is_empty()).collect::<Vec<_>>().join("\n\n") + "\n")
}

/// The comment that a file begins with.
fn head(text: &str) -> &str {
    let end = text.find("*/").filter(|_| text.starts_with("/*")).map_or(0, |at| at + 2);
    &text[..end]
}

/// A file without its head, cut into what stands outside of functions.
fn items(text: &'static str) -> Vec<Item<'static>> {
    let source = Preprocessed::new("", text.to_string());
    let mut items = Vec::new();
    let (mut from, mut depth) = (head(text).len(), 0u32);
    // The name before the first parenthesis, and the words so far.
    let (mut name, mut previous, mut words) = (None, None, BTreeSet::new());
    for token in &source.tokens {
        let spelling = &text[token.start as usize..token.end as usize];
        match spelling {
            "(" if depth == 0 => name = name.or(previous),
            // An initialiser is no body.
            "=" if depth == 0 => name = None,
            _ => {}
        }
        depth += u32::from(matches!(spelling, "(" | "[" | "{"));
        depth -= u32::from(matches!(spelling, ")" | "]" | "}"));
        let body = spelling == "}" && name.is_some();
        if depth == 0 && (spelling == ";" || body) {
            let text = text[from..token.end as usize].trim();
            items.push(Item { text, function: name.filter(|_| body), words: std::mem::take(&mut words) });
            (from, name, previous) = (token.end as usize, None, None);
            continue;
        }
        if token.kind == Kind::Word {
            previous = Some(spelling);
            words.insert(spelling);
        }
    }
    items
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every file has a header or is shared, and every function of the library is found with its whole text.
    #[test]
    fn every_function_has_a_text() {
        for file in FILES {
            assert!(header(file).is_some() || file.name == "waiting.c", "{}", file.name);
            for name in functions(file) {
                let shown = function(file, name).unwrap_or_default();
                let braces = |c: char| shown.matches(c).count();
                assert!(shown.contains(&format!("{name}(")) && braces('{') == braces('}'), "{name}: {shown}");
            }
        }
    }

    /// What the linker takes for a definition of a function is one here, but for data.
    #[test]
    fn no_definition_is_forgotten() {
        for file in FILES {
            let known: BTreeSet<&str> = items(file.text).into_iter().filter_map(|item| item.function).collect();
            for name in super::super::definitions(file.text) {
                let body = file.text.lines().any(|l| {
                    l.contains(&format!("{name}("))
                        && (l.trim_end().ends_with('{') || l.ends_with('}'))
                        && !l.starts_with([' ', '/'])
                });
                assert!(!body || known.contains(name), "{}: {name}", file.name);
            }
        }
    }
}
