//! Random initialisers of random aggregates: the bytes that the compiler writes, and those of the flat list.

use super::random::Random;
use super::run;
use extractor::c;
use extractor::program::{self, Init, InitStep, Program, Type, TypeId};
use promela::finding::Findings;
use promela::source::Sources;
use std::fmt::Write;

enum Shape {
    Int(&'static str),
    Bits(&'static str, u64),
    Array(Box<Shape>, u64),
    Record { union: bool, members: Vec<(Option<String>, Shape)> },
}

struct Maker {
    random: Random,
    count: u64,
}

impl Maker {
    fn number(&mut self) -> u64 {
        self.count += 1;
        self.count
    }

    fn shape(&mut self, depth: u32, member: bool) -> Shape {
        match self.random.below(6) {
            0 if member => Shape::Bits(self.random.pick::<&str>(&["int", "unsigned"]), 3 + self.random.below(9)),
            1 | 2 if depth > 0 => Shape::Array(Box::new(self.shape(depth - 1, false)), 1 + self.random.below(3)),
            3 | 4 if depth > 0 => self.record(depth),
            5 => Shape::Array(Box::new(Shape::Int("char")), 2 + self.random.below(3)),
            _ => Shape::Int(self.random.pick::<&str>(&["char", "short", "int", "unsigned", "long", "unsigned char"])),
        }
    }

    fn record(&mut self, depth: u32) -> Shape {
        let union = self.random.one_in(4);
        let count = 1 + self.random.below(4);
        let members = (0..count)
            .map(|_| {
                let shape = self.shape(depth - 1, true);
                let anonymous = matches!(shape, Shape::Record { .. }) && self.random.one_in(3);
                ((!anonymous).then(|| format!("m{}", self.number())), shape)
            })
            .collect();
        Shape::Record { union, members }
    }

    fn value(&mut self) -> String {
        let n = self.number();
        (n % 100 + 1).to_string()
    }

    /// Values without a known place: numbers, and now and then braces around one.
    fn plain_list(&mut self, depth: u32) -> String {
        let count = 1 + self.random.below(3);
        let mut items = Vec::new();
        for _ in 0..count {
            let nested = depth > 0 && self.random.one_in(5);
            items.push(if nested { format!("{{ {} }}", self.plain_list(depth - 1)) } else { self.value() });
        }
        items.join(", ")
    }

    /// A designator into a shape, and the shape it leads to.
    fn designator<'s>(&mut self, shape: &'s Shape, depth: u32) -> Option<(String, &'s Shape)> {
        let (text, inner) = match shape {
            Shape::Array(of, length) => (format!("[{}]", self.random.below(*length)), &**of),
            Shape::Record { members, .. } => {
                let (name, inner) = self.random.pick(members);
                match name {
                    Some(name) => (format!(".{name}"), inner),
                    None => return self.designator(inner, depth),
                }
            }
            _ => return None,
        };
        if depth > 0
            && self.random.one_in(3)
            && let Some((more, inner)) = self.designator(inner, depth - 1)
        {
            return Some((text + &more, inner));
        }
        Some((text, inner))
    }

    fn list(&mut self, shape: &Shape, depth: u32) -> String {
        let mut items = Vec::new();
        for _ in 0..1 + self.random.below(5) {
            if !self.random.one_in(3) {
                items.push(if self.random.one_in(4) { format!("{{ {} }}", self.plain_list(1)) } else { self.value() });
                continue;
            }
            let Some((designator, inner)) = self.designator(shape, 2) else {
                items.push(self.value());
                continue;
            };
            let value = match inner {
                Shape::Array(of, length) if matches!(**of, Shape::Int("char")) && self.random.one_in(2) => {
                    let text: String = "abcdef".chars().take(self.random.below(*length + 1) as usize).collect();
                    format!("\"{text}\"")
                }
                Shape::Array(..) | Shape::Record { .. } if depth > 0 && self.random.one_in(2) => {
                    format!("{{ {} }}", self.list(inner, depth - 1))
                }
                _ => self.value(),
            };
            items.push(format!("{designator} = {value}"));
        }
        items.join(", ")
    }
}

/// The declaration of a name with a shape.
fn declare(shape: &Shape, declarator: &str) -> String {
    match shape {
        Shape::Int(ty) => format!("{ty} {declarator}"),
        Shape::Bits(ty, bits) => format!("{ty} {declarator} : {bits}"),
        Shape::Array(of, length) => declare(of, &format!("{declarator}[{length}]")),
        Shape::Record { union, members } => {
            let mut text = String::from(if *union { "union { " } else { "struct { " });
            for (name, member) in members {
                let _ = write!(text, "{}; ", declare(member, name.as_deref().unwrap_or("")));
            }
            text + "} " + declarator
        }
    }
}

/// Writes the low bits of a value at a place counted in bits.
fn store(bytes: &mut [u8], at: u64, bits: u64, value: i128) {
    for bit in 0..bits {
        let place = at + bit;
        let mask = 1u8 << (place % 8);
        let byte = &mut bytes[(place / 8) as usize];
        *byte = if value >> bit & 1 == 1 { *byte | mask } else { *byte & !mask };
    }
}

fn write(program: &Program, bytes: &mut [u8], ty: TypeId, at: u64, bits: Option<u8>, path: &[InitStep], value: i128) {
    match (path.split_first(), program.ty(ty)) {
        (None, _) => {
            let width = bits.map_or(8 * program.size_of(ty).unwrap(), u64::from);
            store(bytes, at, width, value);
        }
        (Some((InitStep::Elements(low, high), rest)), Type::Array(of, _)) => {
            let size = 8 * program.size_of(*of).unwrap();
            for index in *low..=*high {
                write(program, bytes, *of, at + index * size, None, rest, value);
            }
        }
        (Some((InitStep::Member(index), rest)), Type::Record(record)) => {
            let member = &program.record(*record).members.as_ref().unwrap()[*index as usize];
            write(program, bytes, member.ty, at + member.offset, member.bits, rest, value);
        }
        other => panic!("{other:?}"),
    }
}

/// The program, and the lines that have more values than there is room for.
fn build(text: &str) -> (Program, Vec<u32>) {
    let mut sources = Sources::new();
    let mut findings = Findings::default();
    let unit = c::read_preprocessed("probe.c", text.to_string(), &mut sources, &mut findings).unwrap();
    let program = program::build(&[&unit], &mut findings);
    assert!(findings.list.iter().all(|f| f.code == "C107"), "{findings:?}");
    let lines = findings.list.iter().filter_map(|f| f.span).map(|s| sources.place(s).line).collect();
    (program, lines)
}

#[test]
fn initialisers() {
    let mut maker = Maker { random: Random::new(99), count: 0 };
    let mut text = String::new();
    for index in 0..2500 {
        let shape = match maker.random.one_in(2) {
            true => maker.record(3),
            false => Shape::Array(Box::new(maker.shape(2, false)), 1 + maker.random.below(4)),
        };
        let list = maker.list(&shape, 2);
        let declaration = match &shape {
            Shape::Array(of, _) if maker.random.one_in(2) => declare(of, &format!("v{index}[]")),
            _ => declare(&shape, &format!("v{index}")),
        };
        let _ = writeln!(text, "{declaration} = {{ {list} }};");
    }
    // The compiler refuses some lists that have more values than there is room.
    let (_, crowded) = build(&text);
    let fits = |(line, _): &(usize, &str)| !crowded.contains(&(*line as u32 + 1));
    let text: String = text.lines().enumerate().filter(fits).map(|(_, line)| format!("{line}\n")).collect();
    let (program, crowded) = build(&text);
    assert!(crowded.is_empty());
    assert!(program.objects.len() > 800, "only {} are left", program.objects.len());

    let mut probe = format!(
        "#include <stdio.h>\n{text}static void show(void *p, int n) {{ unsigned char *b = p;\n\
         for (int i = 0; i < n; i++) printf(\"%02x\", b[i]); puts(\"\"); }}\nint main(void) {{\n"
    );
    for object in &program.objects {
        let _ = writeln!(probe, "show(&{0}, sizeof {0});", object.name);
    }
    probe.push_str("return 0; }\n");
    let theirs = run("initialisers", &probe);
    assert_eq!(program.objects.len(), theirs.len());
    for ((object, theirs), source) in program.objects.iter().zip(&theirs).zip(text.lines()) {
        let Some(Init::List(items)) = &object.init else { panic!("{source}") };
        let mut bytes = vec![0; program.size_of(object.ty).unwrap() as usize];
        for item in items {
            let value = program.constant(&item.value).unwrap();
            write(&program, &mut bytes, object.ty, 0, None, &item.path, value);
        }
        let ours: String = bytes.iter().map(|b| format!("{b:02x}")).collect();
        assert_eq!(ours, *theirs, "{source}");
        let image = program.image(object.init.as_ref().unwrap(), object.ty);
        assert!(image.bytes == bytes && image.unknown.is_empty() && image.addresses.is_empty(), "{source}");
    }
}
