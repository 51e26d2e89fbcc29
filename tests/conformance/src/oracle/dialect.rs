//! The few words of a generated program that are not C.
//!
//! gcc's instrumentation is coarser than C in some places: a store to a bit-field reads its unit without a call, a
//! struct is copied after one call for all of it, arguments of struct type are passed without any. It is finer in two:
//! for the value of `++x` or `(x = 1)` gcc's code without optimisation reads `x` once more after the store, and for `*p
//! += 1` or `a[i]++` it reads `p` or `i` twice. C evaluates the place once, and `ax` means one load and one store (of
//! volatile objects gcc's code does so, too). Of two operands gcc reads the one first that suits it, where `ax` goes
//! from left to right. And the threads of the runtime are coroutines, which have no `_Thread_local` data of their own.
//! There the generator writes a word such as `@bit(s; f; 3)@`. `ax` gets plain C (`s.f = 3`); what is compiled for the
//! truth spells the accesses out. Both have the same lines.

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

/// The program without words that are not C. A word may stand in the argument of another.
pub fn expand(program: &str, reader: Reader) -> String {
    let mut out = String::with_capacity(program.len());
    let mut rest = program;
    while let Some(close) = rest.find(")@") {
        out.push_str(&rest[..close]);
        rest = &rest[close + 2..];
        let word = out.rfind('@').and_then(|start| Some((start, start + out[start..].find('(')?)));
        let Some((start, open)) = word else {
            out.push_str(")@");
            continue;
        };
        let name = out[start + 1..open].to_string();
        let arguments = out[open + 1..].to_string();
        out.truncate(start);
        // The last argument may be a word that was spelled out, with statements of its own.
        let most = match name.as_str() {
            "once" => 2,
            "indexed" => 4,
            _ => usize::MAX,
        };
        out.push_str(&spell(&name, &arguments.splitn(most, "; ").collect::<Vec<_>>(), reader));
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
        ("next", [place, by]) if plain => format!("{}{place}", if *by == "1" { "++" } else { "--" }),
        ("next", [place, by]) => {
            format!("({{ __typeof__({place}) new_ = {place} + {by}; {place} = new_; new_; }})")
        }
        ("once", [place, does]) if plain => does.replace('$', &format!("({place})")),
        ("once", [place, does]) => {
            format!("({{ __typeof__({place}) *at_ = &({place}); {}; }})", does.replace('$', "(*at_)"))
        }
        ("indexed", [before, index, after, does]) if plain => does.replace('$', &format!("{before}{index}{after}")),
        ("indexed", [before, index, after, does]) => {
            format!("({{ __auto_type at_ = {index}; {}; }})", does.replace('$', &format!("{before}at_{after}")))
        }
        ("pair", [left, operator, right]) if plain => format!("({left} {operator} {right})"),
        ("pair", [left, operator, right]) => format!(
            "({{ __typeof__(+({left})) left_ = {left}; __typeof__(+({right})) right_ = {right}; left_ {operator} \
                right_; }})"
        ),
        ("assign", [place, value]) if plain => format!("({place} = {value})"),
        ("assign", [place, value]) => {
            format!("({{ __typeof__({place}) new_ = {value}; {place} = new_; new_; }})")
        }
        ("local", [class, name, value]) if plain => format!("_Thread_local {class} {name} = {value};"),
        ("local", [class, name, value]) => format!("{class} {name}_each[6] = {{[0 ... 5] = {value}}};"),
        ("own", [name]) if plain => name.to_string(),
        ("own", [name]) => format!("{name}_each[oracle_self()]"),
        (other, _) => format!("#error {other}({})", arguments.join("; ")),
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
        assert_eq!(expand("l = @next(@own(t)@; -1)@; @", Reader::Plain), "l = --t; @");
        let program = "@indexed(a[; x & 1; ]; @next($; 1)@)@; @once(*p; $ += 2)@;";
        assert_eq!(expand(program, Reader::Plain), "++a[x & 1]; (*p) += 2;");
        assert!(expand(program, Reader::Whole).starts_with("({ __auto_type at_ = x & 1; ({ __typeof__(a[at_]) new_"));
    }
}
