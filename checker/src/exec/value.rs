//! Values as text: for `printf`, trails and reports.

use super::Machine;
use crate::model::Model;
use crate::model::layout::Show;

/// A value in the spelling of the program.
pub fn show(model: &Model, how: Show, value: i32) -> String {
    match how {
        Show::Number => value.to_string(),
        Show::Channel => value.to_string(),
        Show::Mtype(m) => mtype_name(model, m, value).map_or_else(|| value.to_string(), str::to_string),
    }
}

pub fn mtype_name(model: &Model, subtype: u32, value: i32) -> Option<&str> {
    let names = &model.mtypes.get(subtype as usize)?.names;
    names.get(usize::try_from(value).ok()?.checked_sub(1)?).map(String::as_str)
}

impl Machine<'_> {
    /// What `printf` prints: the format with its quotes as written.
    pub(super) fn format(&self, format: &str, args: &[i32]) -> String {
        let mut out = String::new();
        let mut args = args.iter();
        let inner = format.trim_matches('"');
        let mut chars = inner.chars();
        while let Some(c) = chars.next() {
            match c {
                '\\' => match chars.next() {
                    Some('n') => out.push('\n'),
                    Some('t') => out.push('\t'),
                    Some('r') => out.push('\r'),
                    Some(other) => out.push(other),
                    None => out.push('\\'),
                },
                '%' => match chars.next() {
                    Some('%') => out.push('%'),
                    Some('d' | 'i' | 'u') => push_arg(&mut out, args.next(), |v| v.to_string()),
                    Some('c') => push_arg(&mut out, args.next(), |v| (v as u8 as char).to_string()),
                    Some('x') => push_arg(&mut out, args.next(), |v| format!("{v:x}")),
                    Some('o') => push_arg(&mut out, args.next(), |v| format!("{v:o}")),
                    Some('e') => push_arg(&mut out, args.next(), |v| {
                        let known = (0..self.model.mtypes.len()).find_map(|m| mtype_name(self.model, m as u32, v));
                        known.map_or_else(|| v.to_string(), str::to_string)
                    }),
                    Some(other) => {
                        out.push('%');
                        out.push(other);
                    }
                    None => out.push('%'),
                },
                _ => out.push(c),
            }
        }
        out
    }
}

fn push_arg(out: &mut String, arg: Option<&i32>, show: impl Fn(i32) -> String) {
    if let Some(&v) = arg {
        out.push_str(&show(v));
    }
}
