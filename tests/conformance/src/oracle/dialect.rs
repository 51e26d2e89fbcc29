//! The few words of a generated program that are not C.
//!
//! gcc's instrumentation is coarser than C in some places: a store to a bit-field reads its unit without a call, a
//! struct is copied after one call for all of it, arguments of struct type are passed without any. There the generator
//! writes a word such as `@bit(s; f; 3)@`. `ax` gets plain C (`s.f = 3`); what is compiled for the truth spells the
//! accesses out. Both have the same lines.

/// Who reads the program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reader {
    /// Plain C, for `ax` and for real runs.
    Plain,
    /// For the truth; a struct is copied at once.
    Whole,
    /// For the truth; a struct is copied member by member.
    Members,
}

/// The program without words that are not C.
pub fn expand(program: &str, reader: Reader) -> String {
    let mut out = String::with_capacity(program.len());
    let mut rest = program;
    while let Some(start) = rest.find('@') {
        out.push_str(&rest[..start]);
        let after = &rest[start + 1..];
        let word = after.find('(').and_then(|open| Some((open, after.find(")@")?)));
        let Some((open, close)) = word.filter(|(open, close)| open < close) else {
            out.push('@');
            rest = after;
            continue;
        };
        let arguments: Vec<&str> = after[open + 1..close].split("; ").collect();
        out.push_str(&spell(&after[..open], &arguments, reader));
        rest = &after[close + 2..];
    }
    out.push_str(rest);
    out
}

/// Whether the truth may depend on how structs are copied.
pub fn copies_structs(program: &str) -> bool {
    program.contains("@copy(") || program.contains("@argument(")
}

fn spell(word: &str, arguments: &[&str], reader: Reader) -> String {
    let plain = reader == Reader::Plain;
    match (word, arguments) {
        ("copy", [_, to, from]) if reader != Reader::Members => format!("{to} = {from}"),
        ("copy", [members, to, from]) => by_members(members, to, from),
        ("argument", [_, _, from]) if plain => from.to_string(),
        ("argument", [class, _, from]) if reader == Reader::Whole => {
            format!("({{ {class} copy_ = {from}; copy_; }})")
        }
        ("argument", [class, members, from]) => {
            format!("({{ {class} copy_; {}; copy_; }})", by_members(members, "copy_", from))
        }
        ("bit", [of, field, value]) if plain => format!("{of}.{field} = {value}"),
        ("bit", [of, field, value]) => format!(
            "({{ union {{ __typeof__({of}) whole; unsigned char unit; }} copy_; copy_.unit = *(unsigned char *)&{of}; \
             copy_.whole.{field} = {value}; *(unsigned char *)&{of} = copy_.unit; }})"
        ),
        ("unset", [class, name]) if plain => format!("{class} {name};"),
        ("unset", [class, name]) => format!("{class} {name} = 0; int {name}_unset = 1;"),
        ("set", [name, value]) if plain => format!("{name} = {value};"),
        ("set", [name, value]) => format!("{name} = {value}; {name}_unset = 0;"),
        ("use", [name]) if plain => name.to_string(),
        ("use", [name]) => format!("(oracle_use({name}_unset), {name})"),
        (other, _) => format!("@{other}({})@", arguments.join("; ")),
    }
}

fn by_members(members: &str, to: &str, from: &str) -> String {
    let each: Vec<String> = members.split(',').map(|member| format!("{to}.{member} = {from}.{member}")).collect();
    format!("({})", each.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_reader_gets_c() {
        let program = "@copy(a,b; s; t)@; @bit(f; lo; 3)@;";
        assert_eq!(expand(program, Reader::Plain), "s = t; f.lo = 3;");
        assert!(expand(program, Reader::Members).starts_with("(s.a = t.a, s.b = t.b); ({"));
        assert!(expand(program, Reader::Whole).starts_with("s = t; ({"));
    }
}
