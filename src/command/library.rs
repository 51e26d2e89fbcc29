//! `ax show library`: the C text that `ax verify` takes for functions of libc and POSIX threads.

use crate::report::style;
use extractor::library::{FILES, text};
use std::collections::BTreeMap;

/// Shows a function, a file, or the names of all functions by header.
pub fn run(wanted: Option<&str>) -> u8 {
    let Some(wanted) = wanted else {
        style::out(&list());
        return super::HOLDS;
    };
    if let Some(file) = FILES.iter().find(|f| f.name == wanted) {
        style::out(file.text);
        return super::HOLDS;
    }
    let shown = text::file_of(wanted).and_then(|file| text::function(file, wanted));
    if let Some(shown) = shown {
        style::out(&shown);
        return super::HOLDS;
    }
    eprintln!("ax: the library has no function and no file `{wanted}`");
    let names = FILES.iter().flat_map(|file| text::functions(file).into_iter().chain([file.name]));
    match super::source::nearest(wanted, names).as_slice() {
        [] => eprintln!("    `ax show library` lists what it has"),
        near => eprintln!("    did you mean {}?", near.join(" or ")),
    }
    super::BAD_INPUT
}

/// The functions of each header, and the files that have them.
fn list() -> String {
    let mut headers: BTreeMap<&str, (Vec<&str>, Vec<&str>)> = BTreeMap::new();
    for file in FILES {
        let Some(header) = text::header(file) else { continue };
        let (files, names) = headers.entry(header).or_default();
        files.push(file.name);
        names.extend(text::functions(file));
    }
    let mut out = String::new();
    for (header, (files, mut names)) in headers {
        names.sort_unstable();
        out += &format!("{header}  ({})\n", files.join(", "));
        let mut line = String::new();
        for name in names {
            if !line.is_empty() && line.len() + name.len() + 2 > 98 {
                out += &format!("  {line}\n");
                line.clear();
            }
            line += &format!("{}{name}", if line.is_empty() { "" } else { ", " });
        }
        out += &format!("  {line}\n");
    }
    out + "`ax show library FUNCTION` shows what one does.\n"
}
