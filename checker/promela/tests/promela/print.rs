//! One-line forms and Spin's spelling.

use super::parse_text;
use promela::ast::{Stmt, Unit};
use promela::{print_stmt, spin_stmt_text};

fn statements(body: &str) -> Vec<Stmt> {
    let program = parse_text(&format!("proctype p() {{ int loc; L: skip }} init {{ {body} }}")).expect_ok();
    match program.units.into_iter().last() {
        Some(Unit::Proctype(init)) => init.body.steps,
        _ => Vec::new(),
    }
}

/// The right-hand sides are what `pan -d` of Spin 6.5.2 shows.
#[test]
fn spin_spells_statements_so() {
    for (text, expected) in [
        ("x = x + 1", "x = (x+1)"),
        ("x++", "x = (x+1)"),
        ("a[i]--", "a[i] = (a[i]-1)"),
        ("x > 3", "((x>3))"),
        ("x > 3 && y < 2 || !x", "((((x>3)&&(y<2))||!(x)))"),
        ("q!ACK(x+1)", "q!ACK,(x+1)"),
        ("q!!NAK,z", "q!!NAK,z"),
        ("q??NAK,eval(x+1)", "q??NAK,eval((x+1))"),
        ("q?<m,z>", "q?<m,z>"),
        ("q??<_,z>", "q??<_,z>"),
        ("q?[ACK,z]", "(q?[ACK,z])"),
        ("assert(x == 1)", "assert((x==1))"),
        ("printf(\"x=%d\\n\\\"q\\\"\", x, y+1)", "printf('x=%d\\n\\'q\\'',x,(y+1))"),
        ("run p(3)", "(run p(3))"),
        ("x = (x > 1 -> y : -z)", "x = ( ((x>1)) -> (y) : (-(z)) )"),
        ("x = ~y", "x = ~(y)"),
        ("x = - 5", "x = -(5)"),
        ("arr[x] = arr[y+1] * 2 % 3", "arr[x] = ((arr[(y+1)]*2)%3)"),
        ("ts[1].b[x+1] = ts[x].a", "ts[1].b[(x+1)] = ts[x].a"),
        ("empty(q) && nfull(r) || nempty(qs[x])", "(((empty(q)&&nfull(r))||nempty(qs[x])))"),
        ("timeout", "(timeout)"),
        ("set_priority(1, 5)", "set_priority(1, 5)"),
        ("x = 'a'", "x = 97"),
        ("skip", "(1)"),
        ("q?ACK,-3", "q?ACK,-3"),
        ("x << 2 >> 3 & 4 ^ 5 | 6", "((((((x<<2)>>3)&4)^5)|6))"),
        ("p[1]@L", "((p[1]._p==L))"),
        ("p:loc == 3", "((p.loc==3))"),
        ("x > 1 && ! p[1]@L", "(((x>1)&&!((p[1]._p==L))))"),
        ("goto L", "goto L"),
        ("else", "else"),
    ] {
        let [statement] = statements(text).try_into().unwrap_or_else(|_| panic!("not one statement: {text}"));
        assert_eq!(spin_stmt_text(&statement), expected, "{text}");
    }
}

#[test]
fn messages_get_one_line() {
    for (text, expected) in [
        ("x = (1 + 2) * 3", "x = (1 + 2) * 3"),
        ("(a && b) || c", "(a && b || c)"),
        ("l: x++", "l: x++"),
        ("if :: x -> y = 1; z = 2 :: else fi", "if :: x -> y = 1; z = 2 :: else fi"),
        ("atomic { x = 1; y = 2 }", "atomic { x = 1; y = 2 }"),
        ("- -x", "-(-x)"),
        ("!(!x)", "!(!x)"),
        ("q!(!x),y", "q! !x, y"),
    ] {
        let [statement] = statements(text).try_into().unwrap_or_else(|_| panic!("not one statement: {text}"));
        assert_eq!(print_stmt(&statement), expected, "{text}");
    }
}
