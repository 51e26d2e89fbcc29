//! What `[input]` of a harness says of the world: bounds of the program's arguments and of what functions give.
//!
//! They are for the exact road, and a pass lists them. What is wrong with them is an error at its place.

use super::super::BAD_INPUT;
use super::target::Job;
use crate::args::Verify;
use crate::report::findings;
use extractor::lower::Input;
use extractor::program::{Function, Linked, Program, Type, TypeId};
use harnesses::closed::Restriction;
use harnesses::harness::{self, ProgramArguments};
use promela::finding::{Finding, Findings};
use promela::source::{FileId, Sources, Span};
use toml::Spanned;

/// More arguments, or longer ones, are not searched in any time.
const MOST_ARGUMENTS: u32 = 64;
const MOST_CHARACTERS: u32 = 4096;

/// What the world may do.
pub struct World {
    pub input: Input,
    /// `argv` without the name of the program, if it is given.
    pub given: Option<Vec<String>>,
    /// What a pass rests on.
    pub bounds: Vec<Restriction>,
}

/// What the harness and the command line say together. An error was told then.
pub fn world(job: &Job, args: &Verify, linked: &Linked, sources: &mut Sources) -> Result<World, u8> {
    let own = &job.harness.input;
    let mut world = World { input: Input::default(), given: args.arguments.clone(), bounds: Vec::new() };
    if *own == harness::Input::default() {
        return Ok(world);
    }
    let file = job.add_to(sources);
    let mut reader = Reader { file, list: Findings::default() };
    reader.arguments(own, &mut world, linked);
    for (name, values) in &own.values {
        if let Some(bound) = reader.values(name, values, linked) {
            world.input.values.insert(name.clone(), *values.get_ref());
            world.bounds.push(reader.bound(bound, harness::span(values, file)));
        }
    }
    findings::print(&reader.list, sources);
    if reader.list.has_errors() { Err(BAD_INPUT) } else { Ok(world) }
}

/// Whoever needs a model cannot have bounds of the input.
pub fn refuse(job: &Job) -> Result<(), u8> {
    let own = &job.harness.input;
    if *own == harness::Input::default() {
        return Ok(());
    }
    let mut sources = Sources::new();
    let file = job.add_to(&mut sources);
    let arguments = own.arguments.as_ref().map(|a| harness::span(a, file));
    let length = own.length.as_ref().map(|l| harness::span(l, file));
    let alphabet = own.alphabet.as_ref().map(|a| harness::span(a, file));
    let values = own.values.values().next().map(|v| harness::span(v, file));
    let what = "`[input]` is for what is searched with the exact meaning of C, and something here needs a model";
    let span = arguments.or(length).or(alphabet).or(values).unwrap_or_default();
    let finding = Finding::error("H047", span, what).help(
        "a formula, termination, progress, a table, a world or a program without `main` needs one: put what needs it \
         into a harness of its own",
    );
    let mut list = Findings::default();
    list.push(finding);
    findings::print(&list, &sources);
    Err(BAD_INPUT)
}

struct Reader {
    file: FileId,
    list: Findings,
}

impl Reader {
    fn error(&mut self, span: Span, what: impl Into<String>) {
        self.list.push(Finding::error("H045", span, what.into()));
    }

    fn bound(&self, what: String, span: Span) -> Restriction {
        Restriction { what, span: Some(span), entry: None, reason: Some("the harness says so".to_string()) }
    }

    /// Those of the command line go before those of the harness.
    fn arguments(&mut self, own: &harness::Input, world: &mut World, linked: &Linked) {
        let span = |of: &Spanned<ProgramArguments>| harness::span(of, self.file);
        let at = own.arguments.as_ref().map(span);
        let most = match own.arguments.as_ref().map(Spanned::get_ref) {
            Some(ProgramArguments::These(list)) => {
                let more = [own.length.as_ref().map(|l| harness::span(l, self.file)), self.alphabet_span(own)];
                if let Some(span) = more.into_iter().flatten().next() {
                    return self.error(span, "this goes with a number of `arguments`, not with their texts");
                }
                let at = at.unwrap_or_default();
                if list.iter().any(|text| text.contains('\0')) {
                    return self.error(at, "an argument of a program has no character 0");
                }
                if world.given.is_none() {
                    let said = format!("the program is given these arguments: `{}`", list.join(" "));
                    world.bounds.extend(has_parameters(linked).then(|| self.bound(said, at)));
                    world.given = Some(list.clone());
                }
                return;
            }
            Some(ProgramArguments::Most(most)) => *most,
            None if own.length.is_some() || own.alphabet.is_some() => world.input.arguments,
            None => return,
        };
        let length = own.length.as_ref().map_or(world.input.length, |length| *length.get_ref());
        let places = [at, own.length.as_ref().map(|l| harness::span(l, self.file)), self.alphabet_span(own)];
        let place = places.into_iter().flatten().next().unwrap_or_default();
        if most > MOST_ARGUMENTS || length > MOST_CHARACTERS {
            let what = format!("at most {MOST_ARGUMENTS} arguments of at most {MOST_CHARACTERS} characters");
            return self.error(place, what);
        }
        let alphabet = match &own.alphabet {
            Some(text) => match alphabet(text.get_ref()) {
                Ok(ranges) => ranges,
                Err(what) => return self.error(harness::span(text, self.file), what),
            },
            None => Vec::new(),
        };
        if world.given.is_some() {
            return;
        }
        world.input = Input { arguments: most, length, alphabet, closed: true, values: Default::default() };
        let of = own.alphabet.as_ref().map_or(String::new(), |text| format!(" of `{}`", text.get_ref()));
        let said = match most {
            0 => "the program is given no arguments".to_string(),
            1 => format!("the program is given at most one argument, of at most {length} characters{of}"),
            _ => format!("the program is given at most {most} arguments, each of at most {length} characters{of}"),
        };
        world.bounds.extend(has_parameters(linked).then(|| self.bound(said, place)));
    }

    fn alphabet_span(&self, own: &harness::Input) -> Option<Span> {
        own.alphabet.as_ref().map(|a| harness::span(a, self.file))
    }

    /// What a pass says of a function with bounds.
    fn values(&mut self, name: &str, values: &Spanned<[i64; 2]>, linked: &Linked) -> Option<String> {
        let span = harness::span(values, self.file);
        let [low, high] = *values.get_ref();
        let program = &linked.program;
        let users = |f: &Function| f.source < linked.library;
        let named: Vec<&Function> = program.functions.iter().filter(|f| f.name == name).collect();
        let Some(function) = named.first() else {
            let known = || program.functions.iter().zip(&linked.reached).filter(|(_, reached)| **reached);
            let open = known().map(|(f, _)| f).filter(|f| f.body.is_none() || !users(f));
            let open = open.filter(|f| range(program, result(program, f)).is_some()).map(|f| f.name.as_str());
            let open: Vec<&str> = open.filter(|name| !name.starts_with("__ax_")).collect();
            let finding = Finding::error("H045", span, format!("no source calls `{name}`"));
            self.list.push(harness::nearest(finding, name, &open, "functions that the sources do not define:"));
            return None;
        };
        if named.iter().any(|f| f.body.is_some() && users(f)) {
            self.error(span, format!("`{name}` has a body in the sources: it gives what it calculates"));
            return None;
        }
        let Some([least, most]) = range(program, result(program, function)) else {
            self.error(span, format!("`{name}` gives no integer of at most 64 bits"));
            return None;
        };
        if low > high {
            self.error(span, format!("{low} is more than {high}: the least value comes first"));
            return None;
        }
        if i128::from(low) < least || i128::from(high) > most {
            self.error(span, format!("`{name}` gives values from {least} to {most}"));
            return None;
        }
        Some(match named.iter().any(|f| f.body.is_some()) {
            true => format!("`{name}` gives {low} to {high}"),
            false => format!("`{name}` gives {low} to {high}, and does nothing else"),
        })
    }
}

/// Whether `main` can look at arguments.
fn has_parameters(linked: &Linked) -> bool {
    let mains = linked.program.functions.iter().filter(|f| f.name == "main" && f.source < linked.library);
    mains.clone().any(|f| !f.parameters.is_empty())
}

fn result(program: &Program, function: &Function) -> TypeId {
    match program.ty(function.ty) {
        Type::Function { result, .. } => *result,
        _ => TypeId::VOID,
    }
}

/// The numbers of an integer type of at most 64 bits.
fn range(program: &Program, ty: TypeId) -> Option<[i128; 2]> {
    match program.ty(program.underlying(ty)) {
        Type::Bool => Some([0, 1]),
        Type::Int { bits: 65.., .. } => None,
        Type::Int { bits, signed: true, .. } => Some([-(1 << (bits - 1)), (1 << (bits - 1)) - 1]),
        Type::Int { bits, .. } => Some([0, (1 << bits) - 1]),
        _ => None,
    }
}

/// `0-9a-fx`: characters and ranges of them, in rising order; `-` at an end is itself.
fn alphabet(text: &str) -> Result<Vec<[u8; 2]>, String> {
    let bytes = text.as_bytes();
    if bytes.is_empty() {
        return Err("an alphabet has at least one character; texts are empty with `length = 0`".to_string());
    }
    if let Some(odd) = text.chars().find(|c| !(' '..='~').contains(c)) {
        return Err(format!("`{}` is not a printable character of ASCII", odd.escape_default()));
    }
    let mut ranges = Vec::new();
    let mut at = 0;
    while let Some(&low) = bytes.get(at) {
        let high = match bytes.get(at + 1..at + 3) {
            Some(&[b'-', high]) => high,
            _ => low,
        };
        if high < low {
            return Err(format!("`{}` comes before `{}`", char::from(high), char::from(low)));
        }
        let taken = bytes.get(at + 1) == Some(&b'-') && at + 2 < bytes.len();
        at += if taken { 3 } else { 1 };
        ranges.push([low, high]);
    }
    ranges.sort_unstable();
    // Ranges that meet are one.
    let mut joined: Vec<[u8; 2]> = Vec::new();
    for [low, high] in ranges {
        match joined.last_mut() {
            Some(last) if low <= last[1] + 1 => last[1] = last[1].max(high),
            _ => joined.push([low, high]),
        }
    }
    Ok(joined)
}

#[cfg(test)]
mod tests {
    use super::alphabet;

    #[test]
    fn alphabets_are_ranges() {
        assert_eq!(alphabet("0-9"), Ok(vec![[b'0', b'9']]));
        assert_eq!(alphabet("x0-24a"), Ok(vec![[b'0', b'2'], [b'4', b'4'], [b'a', b'a'], [b'x', b'x']]));
        assert_eq!(alphabet("ba"), Ok(vec![[b'a', b'b']]));
        assert_eq!(alphabet("-a-"), Ok(vec![[b'-', b'-'], [b'a', b'a']]));
        assert_eq!(alphabet("a-cb-f"), Ok(vec![[b'a', b'f']]));
        assert!(alphabet("9-0").is_err() && alphabet("").is_err() && alphabet("é").is_err() && alphabet("\t").is_err());
    }
}
