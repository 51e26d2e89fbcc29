//! Canonical text: as the figures print it, and reached from any spelling.

mod common;

use abstraction_tables::canon::{self, Reading};
use abstraction_tables::entry::Class;

fn canonical(line: &str) -> String {
    let (class, text) = line.split_once(": ").expect("a class");
    let class = Class::ALL.into_iter().find(|c| c.letter().to_string() == class).expect("a class letter");
    let once = canon::canonical(class, text);
    assert_eq!(canon::canonical(class, &once), once, "canonical text of {text} is its own");
    let tree = canon::tree(Some(class), text, Reading::Statement);
    assert_eq!(canon::tree(Some(class), &once, Reading::Statement), tree, "{text} is read back from {once}");
    format!("{line}  =>  {once}{}\n", if tree.is_tokens() { "  (tokens)" } else { "" })
}

#[test]
fn spellings() {
    let lines = [
        "A: E = 1 - E",
        "A: E=((1-(E)));",
        "A: *((int *)pData)=(int)nStatus",
        "A: * (int*) pData = (int) nStatus",
        "A: a = b = c",
        "A: x += (y << 2) + 1",
        "A: p->q.r[i+1] = a ? b : c",
        "A: x = - -y",
        "A: x = a - -b",
        "A: x = a & &b",
        "A: x = a / *b",
        "A: x = !!y",
        "A: x=(*p).m",
        "A: x=(&s)->m",
        "A: x = sizeof x + sizeof(int *) + sizeof (struct s)",
        "A: x = (size_t)-1",
        "A: x = (Buffer *)p",
        "A: x = (struct s){1, .y = 2}",
        "A: s = \"a b\" \"c\"",
        "A: c = '\\''",
        "A: x = ({ int y = 1; y; })",
        "A: x = 1.5e-3 + 0x1p-2f",
        "A: x = (T)(y)",
        "A: x = (f)(y, z)",
        "C: s == E",
        "C: ((s) == (E))",
        "C: !(s==E)",
        "C: ! ! ! recv ( & Bufinp , & s )",
        "C: !(!put_data(&(Bufinp)))",
        "C: !!x && !(!(y))",
        "C: (s==default)",
        "C: a < b && c || !d->e",
        "E: cnt++",
        "E: ++ cnt",
        "E: a, b",
        "F: (void) send(&Bufout, S)",
        "F: x->f[3](1, (a, b), c = d)",
        "F: va_arg(ap, char *)",
        "R: return(cnt)",
        "R: return",
        "R: return !!x",
        "D: short  s , E = 0, cnt=0;",
        "D: struct Buffer * p, b [ 2 ]",
        "D: static const unsigned char *const names[] = { \"a\", \"b\" }",
        "D: int (*f)(int, char *) = g",
        "D: pthread_mutex_t m = {{0}}",
        "D: enum { red, green } c",
        "E: asm volatile(\"nop\" : : \"r\"(x))",
        "E: x = = 1",
        "A: größe = \"ä\" + $odd",
    ];
    insta::assert_snapshot!(lines.iter().map(|line| canonical(line)).collect::<String>());
}

#[test]
fn hostile_text_is_only_tokens() {
    for text in [
        "(".repeat(100_000),
        "!".repeat(100_000),
        format!("x{}", "=x".repeat(50_000)),
        format!("x{}", "+x".repeat(50_000)),
        format!("x{}", "+x".repeat(700)),
        format!("x{}", ".x".repeat(700)),
        format!("x{}", "[0]".repeat(450)),
        format!("{}x", "a?".repeat(1_000)),
        format!("{}x{}", "(a)(".repeat(110), ")".repeat(110)),
        format!("{}x", "(a)(".repeat(300)),
        format!("{}x", "(a)(b,".repeat(300)),
        "f(".repeat(700) + &")".repeat(700),
        "{".repeat(1_000),
        "'\"\\".to_string(),
        "é$$$...$".to_string(),
    ] {
        for class in Class::ALL {
            let once = canon::canonical(class, &text);
            assert_eq!(canon::canonical(class, &once), once);
        }
    }
}

/// Random expressions: reading the canonical text gives the tree back, and so does any spelling of it.
#[test]
fn random_text_is_read_back() {
    let mut random = common::Random(0xcafe);
    for _ in 0..3_000 {
        let text = random.expression(4);
        for class in [Class::Condition, Class::Expression] {
            let tree = canon::tree(Some(class), &text, Reading::Statement);
            assert!(!tree.is_tokens(), "{text}");
            let once = canon::print(&tree);
            assert_eq!(canon::tree(Some(class), &once, Reading::Statement), tree, "{text} as {once}");
            assert_eq!(canon::canonical(class, &format!("(( {once} ));")), once);
        }
        let statement = random.statement();
        let once = canon::canonical(statement.class, &statement.text);
        assert_eq!(once, statement.text);
    }
}
