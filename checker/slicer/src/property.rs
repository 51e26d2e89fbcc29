//! What is asked of a model, and which changes to it leave the answer alone.

use super::walk::{self, Mention};
use super::{names::Names, visit};
use promela::ast::{BinaryOp, Expr, ExprKind, Program, StmtKind, UnaryOp, Unit};
use promela::claim::ClaimChoice;

/// What is asked.
#[derive(Clone, Debug)]
pub struct Property {
    /// `assert` statements must hold.
    pub assertions: bool,
    /// No invalid end state may be reached.
    pub end_states: bool,
    /// The claim, as the compiler takes it.
    pub claim: ClaimChoice,
    /// Which infinite runs are errors.
    pub cycles: Cycles,
    pub decisions: Decisions,
}

/// Which infinite runs are looked for, besides those of a claim.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cycles {
    None,
    /// Those that pass an accept label again and again.
    Acceptance,
    /// Those that pass no progress label from some point on.
    Progress,
}

/// Which decisions cannot block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Decisions {
    /// Those with `else`, or with an option that can always be taken, as in the notes.
    Else,
    /// Those with `c` and `!c` too, which is what `if (c)` of C becomes.
    Complements,
}

impl Property {
    /// Assertions only.
    pub fn assertions() -> Property {
        Property {
            assertions: true,
            end_states: false,
            claim: ClaimChoice::None,
            cycles: Cycles::None,
            decisions: Decisions::Else,
        }
    }

    /// Invalid end states only.
    pub fn deadlock() -> Property {
        Property { assertions: false, end_states: true, ..Property::assertions() }
    }

    /// What a claim of the program, or a formula, says.
    pub fn claim(claim: ClaimChoice) -> Property {
        Property { assertions: false, claim, ..Property::assertions() }
    }
}

/// Which steps may go.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Steps {
    /// All stay: a statement becomes one that does nothing, and the number of steps between two others is the same.
    Exact,
    /// Steps that do nothing may go, except where they make a cycle.
    Stutter,
}

/// Which decisions are kept though nothing relevant depends on them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Waiting {
    /// None: where the process stops is not seen.
    Unseen,
    /// Those before a cycle: going round for ever is seen.
    Cycles,
    /// All: that a process waits is seen.
    Seen,
}

/// The claim that is checked.
#[derive(Clone, Debug)]
pub enum Chosen {
    None,
    /// `never`, by the index of its unit.
    Never(usize),
    /// `ltl`, by the index of its unit.
    Ltl(usize),
    Formula(Expr),
    NonProgress,
}

/// How much a property lets go, with the reasons why it is not more.
#[derive(Clone, Debug)]
pub struct Licence {
    pub steps: Steps,
    pub waiting: Waiting,
    pub chosen: Chosen,
    /// The numbers of processes are looked at.
    pub pids: bool,
    /// There are `run`s.
    pub runs: bool,
    pub reasons: Vec<String>,
}

impl Licence {
    pub fn of(program: &Program, names: &Names, property: &Property) -> Licence {
        let chosen = chosen(program, &property.claim);
        let seen = Seen::of(program, names, &chosen);
        let mut l = Licence {
            steps: Steps::Stutter,
            waiting: Waiting::Unseen,
            chosen,
            pids: seen.pids,
            runs: seen.runs,
            reasons: Vec::new(),
        };
        let formula = match &l.chosen {
            Chosen::Ltl(i) => match &program.units[*i] {
                Unit::Ltl(ltl) => Some(&ltl.formula),
                _ => None,
            },
            Chosen::Formula(e) => Some(e),
            _ => None,
        };
        let safe = formula.is_none_or(|f| is_safety(f, Sign::Plus));
        let next = formula.is_some_and(has_next);
        let cycles = match property.cycles {
            Cycles::None => false,
            Cycles::Acceptance => has_label(names, "accept"),
            Cycles::Progress => true,
        };
        if !safe || cycles || matches!(l.chosen, Chosen::NonProgress) {
            l.waiting = Waiting::Cycles;
        }
        if property.end_states {
            l.wait("an end state is a state in which processes wait");
        }
        if seen.timeout {
            l.wait("`timeout` depends on what waits");
        }
        if seen.processes {
            l.wait("`_nr_pr` is used");
        }
        if seen.pids && seen.runs {
            l.wait("the numbers of processes are used, and depend on which have ended");
        }
        if next {
            l.exact("the formula has X, which counts steps");
        }
        if let Chosen::Never(_) = l.chosen {
            l.exact("a never claim may count steps");
        }
        if seen.location {
            l.exact("`enabled`, `pc_value`, `_last` or priorities look at the place of a process");
        }
        l
    }

    /// That a process waits is seen.
    pub fn wait(&mut self, why: &str) {
        self.waiting = Waiting::Seen;
        self.reasons.push(why.to_string());
    }

    /// Every step counts.
    pub fn exact(&mut self, why: &str) {
        self.wait(why);
        self.steps = Steps::Exact;
    }
}

fn has_label(names: &Names, prefix: &str) -> bool {
    names.labels.keys().any(|(owner, name)| owner != "never" && name.starts_with(prefix))
}

fn chosen(program: &Program, claim: &ClaimChoice) -> Chosen {
    let claims = program.units.iter().enumerate().filter_map(|(i, u)| match u {
        Unit::Never(c) => Some((Chosen::Never(i), c.name.as_ref())),
        Unit::Ltl(l) => Some((Chosen::Ltl(i), l.name.as_ref())),
        _ => None,
    });
    match claim {
        ClaimChoice::None => Chosen::None,
        ClaimChoice::NonProgress => Chosen::NonProgress,
        ClaimChoice::Formula(e) => Chosen::Formula(e.clone()),
        ClaimChoice::First => claims.map(|(c, _)| c).next().unwrap_or(Chosen::None),
        ClaimChoice::Named(wanted) => {
            let (mut nevers, mut ltls) = (0, 0);
            for (c, name) in claims {
                // Claims without a name are called as Spin calls them.
                let number = if matches!(c, Chosen::Never(_)) { &mut nevers } else { &mut ltls };
                let prefix = if matches!(c, Chosen::Never(_)) { "never" } else { "ltl" };
                let called = name.map_or_else(|| format!("{prefix}_{number}"), |n| n.name.clone());
                *number += 1;
                if called == *wanted {
                    return c;
                }
            }
            Chosen::None
        }
    }
}

/// What a program looks at.
#[derive(Default)]
struct Seen {
    timeout: bool,
    location: bool,
    pids: bool,
    processes: bool,
    runs: bool,
}

impl Seen {
    fn of(program: &Program, names: &Names, chosen: &Chosen) -> Seen {
        let mut s = Seen::default();
        for v in &names.variables {
            if let Some(promela::ast::Init::Expr(e)) = &v.declarator.init {
                s.expr(e);
            }
        }
        for (i, unit) in program.units.iter().enumerate() {
            match unit {
                Unit::Proctype(p) => {
                    s.location |= p.priority.is_some();
                    p.provided.iter().for_each(|e| s.expr(e));
                    visit::sequence(&p.body, &mut |stmt| s.stmt(&stmt.kind));
                }
                Unit::Never(c) if matches!(chosen, Chosen::Never(n) if *n == i) => {
                    visit::sequence(&c.body, &mut |stmt| s.stmt(&stmt.kind));
                }
                Unit::Ltl(l) if matches!(chosen, Chosen::Ltl(n) if *n == i) => s.expr(&l.formula),
                Unit::Trace(t) => visit::sequence(&t.body, &mut |stmt| s.stmt(&stmt.kind)),
                Unit::EmbeddedC(_) => s.location = true,
                _ => {}
            }
        }
        if let Chosen::Formula(e) = chosen {
            s.expr(e);
        }
        s
    }

    fn stmt(&mut self, kind: &StmtKind) {
        match kind {
            // The pid that a plain `run` gives is not used.
            StmtKind::Expr(Expr { kind: ExprKind::Run { args, priority, .. }, .. }) => {
                self.runs = true;
                self.location |= priority.is_some();
                args.iter().for_each(|a| self.expr(a));
            }
            StmtKind::SetPriority(..) | StmtKind::EmbeddedC(_) => self.location = true,
            _ => {
                let mut kind = shallow(kind);
                super::names::each_operand(&mut kind, &mut |part| match part {
                    super::names::Operand::Ref(v) => {
                        self.name(&v.parts[0].name.name);
                        v.parts.iter().filter_map(|p| p.index.as_deref()).for_each(|i| self.expr(i));
                    }
                    super::names::Operand::Expr(e) => self.expr(e),
                });
            }
        }
    }

    fn name(&mut self, name: &str) {
        match name {
            "_pid" => self.pids = true,
            "_nr_pr" => self.processes = true,
            "_last" | "_priority" => self.location = true,
            _ => {}
        }
    }

    fn expr(&mut self, e: &Expr) {
        walk::mentions(e, &mut |m| match m {
            Mention::Var(v) => self.name(&v.parts[0].name.name),
            Mention::Run(..) => {
                self.runs = true;
                self.pids = true;
            }
            Mention::RemoteVar(_, v) => {
                self.pids = true;
                self.location |= v.parts[0].name.name == "_p";
            }
            Mention::RemoteLabel(..) => self.pids = true,
            Mention::Timeout => self.timeout = true,
            Mention::Location => self.location = true,
            _ => {}
        });
    }
}

/// A statement without the statements inside it.
fn shallow(kind: &StmtKind) -> StmtKind {
    match kind {
        StmtKind::If(_)
        | StmtKind::Do(_)
        | StmtKind::Atomic(_)
        | StmtKind::DStep(_)
        | StmtKind::Block(_)
        | StmtKind::Unless(..)
        | StmtKind::Decl(_) => StmtKind::Else,
        StmtKind::For { var, range, .. } => {
            StmtKind::For { var: var.clone(), range: range.clone(), body: Default::default() }
        }
        other => other.clone(),
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Sign {
    Plus,
    Minus,
}

impl Sign {
    fn flip(self) -> Sign {
        match self {
            Sign::Plus => Sign::Minus,
            Sign::Minus => Sign::Plus,
        }
    }
}

/// A violation shows after finitely many steps: no eventuality, seen from outside.
fn is_safety(e: &Expr, sign: Sign) -> bool {
    match &e.kind {
        ExprKind::Unary(op, a) => match op {
            UnaryOp::Not => is_safety(a, sign.flip()),
            UnaryOp::Always => sign == Sign::Plus && is_safety(a, sign),
            UnaryOp::Eventually => sign == Sign::Minus && is_safety(a, sign),
            _ => is_safety(a, sign),
        },
        ExprKind::Binary(op, a, b) => match op {
            BinaryOp::Until => sign == Sign::Minus && is_safety(a, sign) && is_safety(b, sign),
            BinaryOp::WeakUntil | BinaryOp::Release => sign == Sign::Plus && is_safety(a, sign) && is_safety(b, sign),
            BinaryOp::Implies => is_safety(a, sign.flip()) && is_safety(b, sign),
            BinaryOp::Equiv => !has_temporal(a) && !has_temporal(b),
            BinaryOp::And | BinaryOp::Or => is_safety(a, sign) && is_safety(b, sign),
            _ => !has_temporal(a) && !has_temporal(b),
        },
        _ => true,
    }
}

fn has_temporal(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Unary(op, a) => {
            matches!(op, UnaryOp::Next | UnaryOp::Always | UnaryOp::Eventually) || has_temporal(a)
        }
        ExprKind::Binary(op, a, b) => {
            matches!(op, BinaryOp::Until | BinaryOp::WeakUntil | BinaryOp::Release)
                || has_temporal(a)
                || has_temporal(b)
        }
        _ => false,
    }
}

fn has_next(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Unary(op, a) => *op == UnaryOp::Next || has_next(a),
        ExprKind::Binary(_, a, b) => has_next(a) || has_next(b),
        _ => false,
    }
}
