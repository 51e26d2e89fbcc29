//! Formulas over C expressions, made into formulas over the model.
//!
//! `x`, `s.m`, `a[2]` are variables of the program; `f:x` is a local of the process `f`, `f[1]:x` of its second
//! instance; `f@again` says that `f` is at its label; `called(g)` that some process is about to call `g`,
//! `reached(abp.c:31)` that one is at that line. All else is as in the `ltl` of Promela.

use crate::closed::{Closed, Process};
use crate::edit::{self, Anchor};
use crate::harness;
use crate::own;
use crate::symbols::Symbols;
use extractor::extract::Prepared;
use extractor::flow::{Node, StepId, StepKind, condition};
use extractor::program::FunctionId;
use promela::ast::{BinaryOp, Expr, ExprKind};
use promela::build;
use promela::finding::{Finding, Findings, Severity};
use promela::fragment::{self, Filler};
use promela::source::{Sources, Span};
use std::collections::BTreeMap;
use std::path::Path;

/// What formulas are read with.
pub struct Context<'a> {
    pub closed: &'a Closed,
    pub symbols: &'a Symbols,
    pub prepared: &'a Prepared,
    pub sources: &'a Sources,
}

/// A formula over the model.
pub struct Formula {
    pub tree: Expr,
    /// Labels that the model needs: in which process, where, and which.
    pub labels: BTreeMap<usize, BTreeMap<Anchor, String>>,
    /// Which processes have to say what they are when they start.
    pub kinds: bool,
}

/// Most processes that the model of a program numbers.
const MOST: u32 = extractor::emit::MOST_THREADS;

/// Words that are operators or constants.
const WORDS: &[&str] = &[
    "always",
    "eventually",
    "next",
    "until",
    "stronguntil",
    "weakuntil",
    "release",
    "implies",
    "equivalent",
    "U",
    "W",
    "V",
    "X",
    "true",
    "false",
    "skip",
    "len",
    "empty",
    "full",
    "nempty",
    "nfull",
    "timeout",
    "np_",
    "_nr_pr",
    "_last",
];

/// Reads a formula. `at` is where it stands. `prefix` is the beginning of the labels it makes.
pub fn read(text: &str, at: Span, prefix: &str, context: &Context, findings: &mut Findings) -> Option<Formula> {
    let tokens = tokens(text);
    let mut reader = Reader {
        context,
        tokens,
        next: 0,
        at,
        prefix,
        text: String::new(),
        atoms: Vec::new(),
        labels: BTreeMap::new(),
        kinds: false,
        findings,
    };
    while reader.next < reader.tokens.len() {
        reader.item()?;
    }
    let Reader { text: read, atoms, labels, kinds, findings, .. } = reader;
    let tree = parsed(&read, &atoms, &context.symbols.macros).map_err(|error| {
        let span = Span { end: at.start + text.len() as u32, ..at };
        let mut finding = Finding::error("H031", span, format!("this is not a formula: {}", error.message));
        finding.help = error.help;
        findings.push(finding);
    });
    Some(Formula { tree: tree.ok()?, labels, kinds })
}

/// The tree of a formula whose atoms about processes are holes.
fn parsed(text: &str, atoms: &[Filler], macros: &[(String, String)]) -> Result<Expr, Box<Finding>> {
    let (mut sources, mut found) = (Sources::new(), Findings::default());
    let options = promela::Options { defines: macros.to_vec(), ..Default::default() };
    let formula = promela::parse_formula(text, &options, &mut sources, &mut found);
    let error = found.list.into_iter().find(|f| f.severity == Severity::Error);
    let misplaced =
        || Box::new(harness::error("H031", "a condition on a process has no members and is not assigned to"));
    match (formula, error) {
        (_, Some(error)) => Err(Box::new(error)),
        (None, None) => Err(misplaced()),
        (Some(mut tree), None) => {
            promela::erase_expr_spans(&mut tree);
            fragment::fill_expr(&mut tree, atoms).map(|()| tree).map_err(|fragment::NotAPlace| misplaced())
        }
    }
}

/// `f[3]@label`
pub fn at(proctype: &str, pid: Option<u32>, label: &str) -> Expr {
    let pid = pid.map(|pid| Box::new(build::number(pid as i32)));
    build::expr(ExprKind::RemoteLabel { proctype: build::ident(proctype), pid, label: build::ident(label) })
}

/// `a + b + c`
pub fn sum(terms: Vec<Expr>) -> Expr {
    let add = |one, other| build::binary(BinaryOp::Add, one, other);
    terms.into_iter().reduce(add).unwrap_or_else(|| build::number(0))
}

struct Token<'t> {
    text: &'t str,
    start: usize,
}

struct Reader<'a, 't, 'f> {
    context: &'a Context<'a>,
    tokens: Vec<Token<'t>>,
    next: usize,
    at: Span,
    prefix: &'a str,
    /// What was read, in Promela, with a hole for each condition on a process.
    text: String,
    atoms: Vec<Filler>,
    labels: BTreeMap<usize, BTreeMap<Anchor, String>>,
    kinds: bool,
    findings: &'f mut Findings,
}

impl<'t> Reader<'_, 't, '_> {
    fn peek(&self, ahead: usize) -> &'t str {
        self.tokens.get(self.next + ahead).map_or("", |t| t.text)
    }

    fn push(&mut self, text: &str) {
        self.text.push_str(text);
        self.text.push(' ');
    }

    fn push_tree(&mut self, tree: Expr) {
        self.push(&fragment::hole(self.atoms.len()));
        self.atoms.push(Filler::Value(tree));
    }

    fn error(&mut self, token: usize, code: &'static str, message: String) -> Finding {
        let token = &self.tokens[token.min(self.tokens.len() - 1)];
        let start = self.at.start as usize + token.start;
        Finding::error(code, Span::new(self.at.file, start, start + token.text.len()), message)
    }

    fn refuse<T>(&mut self, finding: Finding) -> Option<T> {
        self.findings.push(finding);
        None
    }

    fn item(&mut self) -> Option<()> {
        let token = self.peek(0);
        if !token.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') {
            self.push(token);
            self.next += 1;
            return Some(());
        }
        match (token, self.peek(1)) {
            ("called", "(") => return self.called(),
            ("reached", "(") => return self.reached(),
            _ => {}
        }
        if let Some((instance, length)) = self.instance() {
            return match self.peek(length) {
                "@" => self.label(instance, length),
                _ => self.local(instance, length),
            };
        }
        self.global()
    }

    /// `f:`, `f[1]@`: which instance is meant, and the number of tokens before the sign.
    fn instance(&self) -> Option<(Option<u32>, usize)> {
        let sign = |text: &str| text == ":" || text == "@";
        if sign(self.peek(1)) {
            return Some((None, 1));
        }
        let number = self.peek(2).parse::<u32>().ok()?;
        (self.peek(1) == "[" && self.peek(3) == "]" && sign(self.peek(4))).then_some((Some(number), 4))
    }

    /// The process that a name means.
    fn process(&mut self) -> Option<usize> {
        let name = self.peek(0);
        let processes = &self.context.closed.processes;
        if let Some(found) = processes.iter().position(|p| p.function == name) {
            return Some(found);
        }
        let known: Vec<&str> = processes.iter().map(|p| p.function.as_str()).collect();
        let finding = self.error(self.next, "H020", format!("no process runs the function `{name}`"));
        self.refuse(harness::nearest(finding, name, &known, "the processes are"))
    }

    /// The number of the process that a remote reference means.
    fn reference(&mut self, process: usize, instance: Option<u32>) -> Option<u32> {
        let p = &self.context.closed.processes[process];
        match (&p.pids, instance) {
            (Some(pids), None) if pids.len() == 1 => Some(pids[0]),
            (Some(pids), Some(i)) if (i as usize) < pids.len() => Some(pids[i as usize]),
            (Some(pids), _) => {
                let what = format!("`{}` runs {} times: which one is meant?", p.function, pids.len());
                let help = format!("say `{0}[0]` to `{0}[{1}]`", p.function, pids.len() - 1);
                let finding = self.error(self.next, "H021", what).help(help);
                self.refuse(finding)
            }
            (None, _) => {
                let what = format!("`{}` runs as a thread: a formula cannot name its locals", p.function);
                let help = "watch data that lives outside of functions, or say `reached(FILE:LINE)`";
                let finding = self.error(self.next, "H021", what).help(help);
                self.refuse(finding)
            }
        }
    }

    fn local(&mut self, instance: Option<u32>, length: usize) -> Option<()> {
        let process = self.process()?;
        let reference = self.reference(process, instance)?;
        let p = &self.context.closed.processes[process];
        let wanted = self.tokens.get(self.next + length + 1).map_or("", |t| t.text);
        let model_name = self.context.closed.model_name(Some(&p.name), wanted);
        let known = self.context.symbols.processes.get(&p.name);
        if !known.is_some_and(|names| names.variables.contains(&model_name)) {
            let list: Vec<&str> = known.iter().flat_map(|n| n.variables.iter().map(String::as_str)).collect();
            let what = match p.unknown.iter().find(|u| u.data == wanted) {
                Some(unknown) => format!("`{wanted}` of `{}` has no value in the model: {}", p.function, unknown.why),
                None => format!("the model of `{}` has no variable `{wanted}`", p.function),
            };
            let finding = self.error(self.next + length + 1, "H022", what);
            return self.refuse(harness::nearest(finding, wanted, &list, "it has"));
        }
        self.push_tree(build::expr(ExprKind::RemoteVar {
            proctype: build::ident(&p.name),
            pid: Some(Box::new(build::number(reference as i32))),
            var: build::var(&model_name),
        }));
        self.next += length + 2;
        if self.peek(0) == "." {
            let what = "a member of a local struct cannot be watched".to_string();
            let finding = self.error(self.next, "H022", what).help("watch data that lives outside of functions");
            return self.refuse(finding);
        }
        Some(())
    }

    fn label(&mut self, instance: Option<u32>, length: usize) -> Option<()> {
        let process = self.process()?;
        let p = &self.context.closed.processes[process];
        let wanted = self.tokens.get(self.next + length + 1).map_or("", |t| t.text);
        let known = self.context.symbols.processes.get(&p.name);
        let labels: Vec<&str> = known.iter().flat_map(|n| n.labels.iter().map(String::as_str)).collect();
        let special = format!("L_{wanted}");
        let Some(label) = labels.iter().find(|l| **l == wanted || **l == special).map(|l| l.to_string()) else {
            let what = format!("the model of `{}` has no label `{wanted}`", p.function);
            let finding = self.error(self.next + length + 1, "H023", what);
            return self.refuse(harness::nearest(finding, wanted, &labels, "it has"));
        };
        let tree = match &p.pids {
            Some(_) if instance.is_some() => at(&p.name, Some(self.reference(process, instance)?), &label),
            _ => self.somewhere(&[(process, label)]),
        };
        self.push_tree(tree);
        self.next += length + 2;
        Some(())
    }

    /// Some process is at one of these labels. One condition, so that the formula does not grow with the number of
    /// processes.
    fn somewhere(&mut self, labels: &[(usize, String)]) -> Expr {
        let mut terms = Vec::new();
        for (process, label) in labels {
            let Process { name, pids, .. } = &self.context.closed.processes[*process];
            match pids {
                Some(pids) => terms.extend(pids.iter().map(|pid| at(name, Some(*pid), label))),
                None => {
                    self.kinds = true;
                    terms.extend((1..=MOST).map(|pid| {
                        let mut kind = build::var(own::KIND);
                        kind.parts[0].index = Some(Box::new(build::number(pid as i32)));
                        let number = build::number(*process as i32 + 1);
                        let runs = build::binary(BinaryOp::Eq, build::load(kind), number);
                        build::binary(BinaryOp::And, runs, at(name, Some(pid), label))
                    }));
                }
            }
        }
        match terms.as_slice() {
            [one] => one.clone(),
            _ => build::binary(BinaryOp::Gt, sum(terms), build::number(0)),
        }
    }

    /// Labels for statements of the model; the condition that a process is at one of them.
    fn at_places(&mut self, wanted: &dyn Fn(Span) -> bool) -> Option<Expr> {
        let mut labels = Vec::new();
        let closed = self.context.closed;
        for (index, process) in closed.processes.iter().enumerate() {
            let Some(proctype) = closed.document.process(&process.name) else { continue };
            let anchors = edit::anchors(&proctype.body).into_iter();
            let places = anchors.filter(|(origin, _)| closed.place(*origin).is_some_and(|p| wanted(p.span)));
            for (_, anchor) in places {
                let count: usize = self.labels.values().map(BTreeMap::len).sum();
                let own = self.labels.entry(index).or_default();
                let label = own.entry(anchor).or_insert_with(|| format!("{}{count}", self.prefix)).clone();
                if !labels.contains(&(index, label.clone())) {
                    labels.push((index, label));
                }
            }
        }
        (!labels.is_empty()).then(|| self.somewhere(&labels))
    }

    /// `reached(abp.c:31)`
    fn reached(&mut self) -> Option<()> {
        let close = (self.next..self.tokens.len()).find(|i| self.tokens[*i].text == ")")?;
        let inner: String = self.tokens[self.next + 2..close].iter().map(|t| t.text).collect();
        let (file, line) = match inner.rsplit_once(':') {
            Some((file, line)) => (Some(file.to_string()), line.to_string()),
            None => (None, inner.clone()),
        };
        let Ok(line) = line.parse::<u32>() else {
            let what = format!("`{inner}` is not a line of a source");
            let finding = self.error(self.next, "H024", what).help("say `reached(FILE.c:LINE)`");
            return self.refuse(finding);
        };
        let sources = self.context.sources;
        let in_file = |span: Span| file.as_ref().is_none_or(|f| Path::new(&*sources.place(span).file).ends_with(f));
        match self.at_places(&|span| in_file(span) && sources.place(span).line == line) {
            Some(tree) => self.push_tree(tree),
            None => {
                let near = self.context.closed.places.iter().filter(|p| in_file(p.span));
                let near = near.map(|p| sources.place(p.span).line).min_by_key(|l| l.abs_diff(line));
                let what = format!("no statement of the model stands at `{inner}`");
                let mut finding = self.error(self.next, "H024", what);
                if let Some(near) = near {
                    finding = finding.help(format!("the nearest line with one is {near}"));
                }
                return self.refuse(finding);
            }
        }
        self.next = close + 1;
        Some(())
    }

    /// `called(put_data)`
    fn called(&mut self) -> Option<()> {
        let name = self.peek(2);
        if self.peek(3) != ")" {
            let what = "`called` needs the name of a function".to_string();
            let finding = self.error(self.next, "H025", what).help("say `called(FUNCTION)`");
            return self.refuse(finding);
        }
        let program = &self.context.prepared.program;
        let functions: Vec<FunctionId> = (0..program.functions.len() as u32)
            .map(FunctionId)
            .filter(|id| program.function(*id).name == name)
            .collect();
        if functions.is_empty() {
            let known: Vec<&str> = program.functions.iter().map(|f| f.name.as_str()).collect();
            let finding = self.error(self.next + 2, "H025", format!("the sources have no function `{name}`"));
            return self.refuse(harness::nearest(finding, name, &known, "they have"));
        }
        let spans = self.calls(&functions);
        match self.at_places(&|span| spans.contains(&span)) {
            Some(tree) => self.push_tree(tree),
            None => match self.entry(&functions) {
                Some(span) => match self.at_places(&|s| s == span) {
                    Some(tree) => self.push_tree(tree),
                    None => return self.not_called(name),
                },
                None => return self.not_called(name),
            },
        }
        self.next += 4;
        Some(())
    }

    fn not_called(&mut self, name: &str) -> Option<()> {
        let what = format!("no statement of the model calls `{name}`");
        let help = "a table may hide the call, or its body is empty or begins with a loop: say `reached(FILE:LINE)`";
        let finding = self.error(self.next + 2, "H025", what).help(help);
        self.refuse(finding)
    }

    /// The statements that call a function.
    fn calls(&self, functions: &[FunctionId]) -> Vec<Span> {
        let steps = self.context.prepared.flows.iter().flat_map(|flow| &flow.steps);
        let calls = steps.filter(|step| match &step.kind {
            StepKind::Call { call, .. } | StepKind::Condition(call) => {
                condition::callee(call).is_some_and(|f| functions.contains(&f))
            }
            _ => false,
        });
        calls.map(|step| step.span).collect()
    }

    /// The first statement of the body, if control comes there once for each call.
    fn entry(&self, functions: &[FunctionId]) -> Option<Span> {
        let flow = &self.context.prepared.flows[functions.first()?.0 as usize];
        let first: Vec<StepId> = flow.body.iter().map_while(first_step).collect();
        let has_place = |span: &Span| self.context.closed.places.iter().any(|p| p.span == *span);
        first.into_iter().map(|id| flow.step(id).span).find(has_place)
    }

    fn global(&mut self) -> Option<()> {
        let token = self.peek(0);
        let is_member = self.next > 0 && self.tokens[self.next - 1].text == ".";
        if is_member || WORDS.contains(&token) {
            self.push(token);
            self.next += 1;
            return Some(());
        }
        let symbols = self.context.symbols;
        let model_name = self.context.closed.model_name(None, token);
        let text = if symbols.globals.contains(&model_name) {
            model_name
        } else if symbols.constants.contains(token) {
            token.to_string()
        } else if let Some(value) = self.enumerator(token) {
            value.to_string()
        } else {
            let unknown = self.context.closed.processes.iter().flat_map(|p| &p.unknown).find(|u| u.data == token);
            let what = match unknown {
                Some(unknown) => format!("`{token}` has no value in the model: {}", unknown.why),
                None => format!("the model has no variable `{token}`"),
            };
            let known: Vec<&str> = symbols.globals.iter().map(String::as_str).filter(|g| !own::is_own(g)).collect();
            let finding = self.error(self.next, "H022", what);
            return self.refuse(harness::nearest(finding, token, &known, "it has"));
        };
        self.push(&text);
        self.next += 1;
        Some(())
    }

    fn enumerator(&self, name: &str) -> Option<i128> {
        let program = &self.context.prepared.program;
        program.enums.iter().flat_map(|e| &e.constants).find(|c| c.name == name).map(|c| c.value)
    }
}

/// A statement that is executed when control comes to this node, and no other before it.
fn first_step(node: &Node) -> Option<StepId> {
    match node {
        Node::Step(id) | Node::Return(id) | Node::If { condition: id, .. } => Some(*id),
        _ => None,
    }
}

/// Words, numbers and signs with their places. File names may have dots and dashes: only inside of `reached( )`.
fn tokens(text: &str) -> Vec<Token<'_>> {
    let mut list: Vec<Token> = Vec::new();
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        let rest = &text[at..];
        let first = rest.chars().next().unwrap_or(' ');
        let in_reached = list.len() >= 2 && list[list.len() - 2].text == "reached" && list[list.len() - 1].text == "(";
        let word = |c: char| {
            c.is_ascii_alphanumeric() || c == '_' || (in_reached && !c.is_whitespace() && c != ')' && c != '(')
        };
        let length = if first.is_whitespace() {
            at += first.len_utf8();
            continue;
        } else if word(first) {
            rest.find(|c| !word(c)).unwrap_or(rest.len())
        } else {
            let signs = ["<->", "->", "<>", "[]", "&&", "||", "==", "!=", "<=", ">=", "<<", ">>"];
            signs.iter().find(|s| rest.starts_with(**s)).map_or(first.len_utf8(), |s| s.len())
        };
        list.push(Token { text: &rest[..length], start: at });
        at += length;
    }
    list
}
