//! Making formulas, simplified on the way.
//!
//! The rules are those of Somenzi and Bloem (2000) and Etessami and Holzmann (2000), with eventual and
//! universal formulas and implications that can be seen from the syntax, and some of Babiak et al. (2012)
//! for what lasts. Each rule is written once: the rules for `V` and `||` are the duals of those for `U`
//! and `&&`.

use super::bdd::Bdd;
use super::formula::{Formulas, Id, Junction, Nature, Operation};

/// The two operators that are fixed points.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Until,
    Release,
}

impl Kind {
    /// The operator over which the right operand distributes: `a U (b || c)`.
    fn inner(self) -> Junction {
        match self {
            Kind::Until => Junction::Or,
            Kind::Release => Junction::And,
        }
    }

    fn dual(self) -> Kind {
        match self {
            Kind::Until => Kind::Release,
            Kind::Release => Kind::Until,
        }
    }

    /// The left operand that makes it `<>` or `[]`.
    fn top(self) -> Bdd {
        match self {
            Kind::Until => Bdd::TRUE,
            Kind::Release => Bdd::FALSE,
        }
    }

    fn bottom(self) -> Bdd {
        self.dual().top()
    }

    /// Whether a formula of this nature is its own `<>` or `[]`.
    fn absorbs(self, nature: Nature) -> bool {
        match self {
            Kind::Until => nature.eventual,
            Kind::Release => nature.universal,
        }
    }
}

impl Formulas {
    pub fn and(&mut self, operands: &[Id]) -> Id {
        self.junction(Junction::And, operands)
    }

    pub fn or(&mut self, operands: &[Id]) -> Id {
        self.junction(Junction::Or, operands)
    }

    pub fn until(&mut self, a: Id, b: Id) -> Id {
        self.fixpoint(Kind::Until, a, b)
    }

    pub fn release(&mut self, a: Id, b: Id) -> Id {
        self.fixpoint(Kind::Release, a, b)
    }

    pub fn eventually(&mut self, a: Id) -> Id {
        let top = self.constant(true);
        self.until(top, a)
    }

    pub fn always(&mut self, a: Id) -> Id {
        let top = self.constant(false);
        self.release(top, a)
    }

    pub fn negate(&mut self, a: Id) -> Id {
        if let Some(known) = self.negations.get(&a) {
            return *known;
        }
        let result = match self.node(a).clone() {
            Operation::Now(function) => {
                let function = self.bdds.not(function);
                self.function(function)
            }
            Operation::And(list) => {
                let list: Vec<Id> = list.iter().map(|i| self.negate(*i)).collect();
                self.or(&list)
            }
            Operation::Or(list) => {
                let list: Vec<Id> = list.iter().map(|i| self.negate(*i)).collect();
                self.and(&list)
            }
            Operation::Next(a) => {
                let a = self.negate(a);
                self.next(a)
            }
            Operation::Until(a, b) => {
                let (a, b) = (self.negate(a), self.negate(b));
                self.release(a, b)
            }
            Operation::Release(a, b) => {
                let (a, b) = (self.negate(a), self.negate(b));
                self.until(a, b)
            }
        };
        self.negations.insert(a, result);
        self.negations.insert(result, a);
        result
    }

    pub fn next(&mut self, a: Id) -> Id {
        if self.nature(a).is_lasting() {
            return a;
        }
        for junction in [Junction::And, Junction::Or] {
            let (lasting, rest) = self.split(junction, a, Nature::is_lasting);
            if !lasting.is_empty() {
                let rest = self.junction(junction, &rest);
                let next = self.next(rest);
                return self.junction_with(junction, lasting, next);
            }
        }
        self.add(Operation::Next(a))
    }

    /// The operands that have something, and those that do not.
    fn split(&self, junction: Junction, a: Id, has: impl Fn(Nature) -> bool) -> (Vec<Id>, Vec<Id>) {
        self.operands(junction, a).into_iter().partition(|i| has(self.nature(*i)))
    }

    fn junction_with(&mut self, junction: Junction, mut operands: Vec<Id>, last: Id) -> Id {
        operands.push(last);
        self.junction(junction, &operands)
    }

    fn make(&mut self, kind: Kind, a: Id, b: Id) -> Id {
        self.add(match kind {
            Kind::Until => Operation::Until(a, b),
            Kind::Release => Operation::Release(a, b),
        })
    }

    /// The operands if the formula is such a fixed point.
    fn fixpoint_of(&self, kind: Kind, id: Id) -> Option<(Id, Id)> {
        match (kind, self.node(id)) {
            (Kind::Until, Operation::Until(a, b)) | (Kind::Release, Operation::Release(a, b)) => Some((*a, *b)),
            _ => None,
        }
    }

    /// `a` if the formula is `<>a` or `[]a`.
    fn topped(&self, kind: Kind, id: Id) -> Option<Id> {
        self.fixpoint_of(kind, id).filter(|(a, _)| self.now(*a) == Some(kind.top())).map(|(_, b)| b)
    }

    /// `a -> b` for `U`, `b -> a` for `V`.
    fn stronger(&mut self, kind: Kind, a: Id, b: Id) -> bool {
        match kind {
            Kind::Until => self.implies(a, b),
            Kind::Release => self.implies(b, a),
        }
    }

    /// The rules are told for `U`.
    fn fixpoint(&mut self, kind: Kind, a: Id, b: Id) -> Id {
        if self.bdds.is_exhausted() {
            return b;
        }
        let (inner, outer) = (kind.inner(), kind.inner().dual());
        // `false U b`, `a U <>b`, and `a U b` when `a -> b`
        if self.now(a) == Some(kind.bottom()) || kind.absorbs(self.nature(b)) || self.stronger(kind, a, b) {
            return b;
        }
        let top = self.function(kind.top());
        // `a U b` when `!b -> a`
        if a != top {
            let not_b = self.negate(b);
            if self.stronger(kind, not_b, a) {
                return self.fixpoint(kind, top, b);
            }
        }
        // `X a U X b`
        if let Operation::Next(next_b) = *self.node(b) {
            match *self.node(a) {
                Operation::Next(next_a) => {
                    let inside = self.fixpoint(kind, next_a, next_b);
                    return self.next(inside);
                }
                _ if a == top => {
                    let inside = self.fixpoint(kind, top, next_b);
                    return self.next(inside);
                }
                _ => {}
            }
        }
        // `a U (b && s)` where s lasts
        let (lasting, rest) = self.split(outer, b, Nature::is_lasting);
        if !lasting.is_empty() {
            let rest = self.junction(outer, &rest);
            let rest = self.fixpoint(kind, a, rest);
            return self.junction_with(outer, lasting, rest);
        }
        if a == top {
            if let Some(simpler) = self.topped_fixpoint(kind, b) {
                return simpler;
            }
        } else {
            // `a U (b || <>c)`
            let (absorbed, rest) = self.split(inner, b, |n| kind.absorbs(n));
            if !absorbed.is_empty() {
                let rest = self.junction(inner, &rest);
                let rest = self.fixpoint(kind, a, rest);
                return self.junction_with(inner, absorbed, rest);
            }
            // `(a && []c) U b`
            let (stable, rest) = self.split(outer, a, |n| kind.dual().absorbs(n));
            if !stable.is_empty() {
                let rest = self.junction(outer, &rest);
                let rest = self.fixpoint(kind, rest, b);
                let with = self.junction_with(outer, stable, rest);
                return self.junction(inner, &[b, with]);
            }
            // `(a || s) U b` where s lasts
            let (lasting, rest) = self.split(inner, a, Nature::is_lasting);
            if !lasting.is_empty() {
                let rest = self.junction(inner, &rest);
                let rest = self.fixpoint(kind, rest, b);
                let (lasting, far) = (self.junction(inner, &lasting), self.fixpoint(kind, top, b));
                let with = self.junction(outer, &[lasting, far]);
                return self.junction(inner, &[rest, with]);
            }
            if let Some((c, d)) = self.fixpoint_of(kind, b) {
                // `a U (c U d)` when `a -> c` or `c -> a`
                if self.stronger(kind, a, c) {
                    return b;
                }
                if self.stronger(kind, c, a) {
                    return self.fixpoint(kind, a, d);
                }
            }
            // `(c U b) U b`
            if self.fixpoint_of(kind, a).is_some_and(|(_, d)| d == b) {
                return a;
            }
        }
        self.make(kind, a, b)
    }

    /// Rules for `<>b`.
    fn topped_fixpoint(&mut self, kind: Kind, b: Id) -> Option<Id> {
        let (inner, outer) = (kind.inner(), kind.inner().dual());
        let top = self.function(kind.top());
        // `<>[](c U d)` is `<>[](c || d) && []<>d`; with a temporal d that would be more
        if let Some((c, d)) = self.topped(kind.dual(), b).and_then(|inside| self.fixpoint_of(kind, inside))
            && c != top
            && self.now(d).is_some()
        {
            let bottom = self.function(kind.bottom());
            let either = self.junction(inner, &[c, d]);
            let either = self.fixpoint(kind.dual(), bottom, either);
            let either = self.fixpoint(kind, top, either);
            let again = self.fixpoint(kind, top, d);
            let again = self.fixpoint(kind.dual(), bottom, again);
            return Some(self.junction(outer, &[either, again]));
        }
        // `<>(a || c U d)` is `<>(a || d)`, and what lasts goes outside
        let operands = self.operands(inner, b);
        let (lasting, rest): (Vec<Id>, Vec<Id>) = operands.iter().partition(|i| self.nature(**i).is_lasting());
        let inside: Vec<Id> = rest.iter().map(|i| self.fixpoint_of(kind, *i).map_or(*i, |(_, d)| d)).collect();
        if lasting.is_empty() && inside == operands {
            return None;
        }
        let inside = self.junction(inner, &inside);
        let rest = self.fixpoint(kind, top, inside);
        Some(self.junction_with(inner, lasting, rest))
    }

    /// The rules are told for `&&`.
    fn junction(&mut self, junction: Junction, operands: &[Id]) -> Id {
        let (kind, neutral) = match junction {
            Junction::And => (Kind::Release, Bdd::TRUE),
            Junction::Or => (Kind::Until, Bdd::FALSE),
        };
        let mut now = neutral;
        let mut list = Vec::new();
        for operand in operands.iter().flat_map(|i| self.operands(junction, *i)).collect::<Vec<Id>>() {
            match self.now(operand) {
                Some(function) if junction == Junction::And => now = self.bdds.and(now, function),
                Some(function) => now = self.bdds.or(now, function),
                None => list.push(operand),
            }
        }
        if now.is_constant() && now != neutral {
            return self.function(now);
        }
        if now != neutral {
            list.push(self.function(now));
        }
        list.sort_unstable();
        list.dedup();
        if !self.bdds.is_exhausted()
            && let Some((without, joined)) = self.join_two(junction, kind, &list)
        {
            let mut rest: Vec<Id> = (0..list.len()).filter(|i| !without.contains(i)).map(|i| list[i]).collect();
            rest.push(joined);
            return self.junction(junction, &rest);
        }
        match list[..] {
            [] => self.function(neutral),
            [one] => one,
            _ => self.add(match junction {
                Junction::And => Operation::And(list.into()),
                Junction::Or => Operation::Or(list.into()),
            }),
        }
    }

    /// Two operands (by their places) that make one simpler formula together.
    fn join_two(&mut self, junction: Junction, kind: Kind, list: &[Id]) -> Option<([usize; 2], Id)> {
        for i in 0..list.len() {
            for j in 0..list.len() {
                if i == j {
                    continue;
                }
                self.bdds.spend(1);
                let (a, b) = (list[i], list[j]);
                let joined = self
                    .absorbed(junction, a, b)
                    .or_else(|| self.assumed(junction, kind, a, b))
                    .or_else(|| self.merged(junction, kind, a, b));
                if let Some(joined) = joined {
                    return Some(([i, j], joined));
                }
            }
        }
        None
    }

    /// `a && b` when `a -> b`, `a -> !b`, or when `a` decides a part of `b`.
    fn absorbed(&mut self, junction: Junction, a: Id, b: Id) -> Option<Id> {
        let implied = |this: &mut Self, x, y| match junction {
            Junction::And => this.implies(x, y),
            Junction::Or => this.implies(y, x),
        };
        if implied(self, a, b) {
            return Some(a);
        }
        let not_b = self.negate(b);
        if implied(self, a, not_b) {
            return Some(self.constant(junction == Junction::Or));
        }
        let parts = self.operands(junction.dual(), b);
        if parts.len() < 2 {
            return None;
        }
        let mut kept = Vec::new();
        for part in &parts {
            let not_part = self.negate(*part);
            if !implied(self, a, not_part) {
                kept.push(*part);
            }
        }
        if kept.len() == parts.len() {
            return None;
        }
        let kept = self.junction(junction.dual(), &kept);
        Some(self.junction(junction, &[a, kept]))
    }

    /// `a && b` when `a` holds from now on and decides parts of `b`, however deep they stand.
    fn assumed(&mut self, junction: Junction, kind: Kind, a: Id, b: Id) -> Option<Id> {
        if !kind.absorbs(self.nature(a)) {
            return None;
        }
        let forever = self.topped(kind, a).and_then(|inside| self.now(inside));
        let simpler = self.under(junction, a, forever, b);
        (simpler != b).then(|| self.junction(junction, &[a, simpler]))
    }

    /// `b` where `a` is true (false for `||`) at all times, and with it the function `forever`.
    fn under(&mut self, junction: Junction, a: Id, forever: Option<Bdd>, b: Id) -> Id {
        self.bdds.spend(1);
        if b == a || self.bdds.is_exhausted() {
            return self.constant(junction == Junction::And);
        }
        let inside = |this: &mut Self, id| this.under(junction, a, forever, id);
        match self.node(b).clone() {
            Operation::Now(function) => match forever {
                Some(forever) if junction == Junction::And => {
                    let excluded = self.bdds.and(forever, function) == Bdd::FALSE;
                    if self.bdds.implies(forever, function) {
                        self.constant(true)
                    } else if excluded {
                        self.constant(false)
                    } else {
                        b
                    }
                }
                Some(never) => {
                    let covered = self.bdds.or(never, function) == Bdd::TRUE;
                    if self.bdds.implies(function, never) {
                        self.constant(false)
                    } else if covered {
                        self.constant(true)
                    } else {
                        b
                    }
                }
                None => b,
            },
            Operation::And(list) => {
                let list: Vec<Id> = list.iter().map(|i| inside(self, *i)).collect();
                self.and(&list)
            }
            Operation::Or(list) => {
                let list: Vec<Id> = list.iter().map(|i| inside(self, *i)).collect();
                self.or(&list)
            }
            Operation::Next(a) => {
                let a = inside(self, a);
                self.next(a)
            }
            Operation::Until(a, b) => {
                let (a, b) = (inside(self, a), inside(self, b));
                self.until(a, b)
            }
            Operation::Release(a, b) => {
                let (a, b) = (inside(self, a), inside(self, b));
                self.release(a, b)
            }
        }
    }

    fn merged(&mut self, junction: Junction, kind: Kind, a: Id, b: Id) -> Option<Id> {
        // `X a && X b`
        if let (Operation::Next(a), Operation::Next(b)) = (self.node(a), self.node(b)) {
            let (a, b) = (*a, *b);
            let inside = self.junction(junction, &[a, b]);
            return Some(self.next(inside));
        }
        // `<>[]a && <>[]b`
        let far = |this: &Self, id| this.topped(kind.dual(), id).and_then(|id| this.topped(kind, id));
        if let (Some(a), Some(b)) = (far(self, a), far(self, b)) {
            let inside = self.junction(junction, &[a, b]);
            let (top, bottom) = (self.function(kind.top()), self.function(kind.bottom()));
            let inside = self.fixpoint(kind, top, inside);
            return Some(self.fixpoint(kind.dual(), bottom, inside));
        }
        if self.nature(a).is_lasting() || self.nature(b).is_lasting() {
            return None;
        }
        // `a V b && a V c`
        if let (Some((left, b)), Some((other, c))) = (self.fixpoint_of(kind, a), self.fixpoint_of(kind, b))
            && left == other
        {
            let inside = self.junction(junction, &[b, c]);
            return Some(self.fixpoint(kind, left, inside));
        }
        // `a U c && b U c`
        if let (Some((a, right)), Some((b, other))) =
            (self.fixpoint_of(kind.dual(), a), self.fixpoint_of(kind.dual(), b))
            && right == other
        {
            let inside = self.junction(junction, &[a, b]);
            return Some(self.fixpoint(kind.dual(), inside, right));
        }
        None
    }

    /// Whether the syntax shows that every word of `a` is one of `b`. May say no when it is so.
    pub fn implies(&mut self, a: Id, b: Id) -> bool {
        if a == b || self.is_false(a) || self.is_true(b) {
            return true;
        }
        if let (Some(a), Some(b)) = (self.now(a), self.now(b)) {
            return self.bdds.implies(a, b);
        }
        if let Some(known) = self.implications.get(&(a, b)) {
            return *known;
        }
        self.bdds.spend(1);
        if self.bdds.is_exhausted() {
            return false;
        }
        self.implications.insert((a, b), false);
        let result = self.implies_by_syntax(a, b);
        self.implications.insert((a, b), result);
        result
    }

    fn implies_by_syntax(&mut self, a: Id, b: Id) -> bool {
        let (left, right) = (self.node(a).clone(), self.node(b).clone());
        match &right {
            Operation::And(list) => return list.iter().all(|i| self.implies(a, *i)),
            Operation::Or(list) if list.iter().any(|i| self.implies(a, *i)) => return true,
            _ => {}
        }
        match &left {
            Operation::Or(list) => return list.iter().all(|i| self.implies(*i, b)),
            Operation::And(list) if list.iter().any(|i| self.implies(*i, b)) => return true,
            _ => {}
        }
        if self.nature(a).universal {
            let inside = match right {
                Operation::Next(inside) | Operation::Release(_, inside) => Some(inside),
                _ => None,
            };
            if inside.is_some_and(|inside| self.implies(a, inside)) {
                return true;
            }
        }
        if self.nature(b).eventual {
            let inside = match left {
                Operation::Next(inside) | Operation::Until(_, inside) => Some(inside),
                _ => None,
            };
            if inside.is_some_and(|inside| self.implies(inside, b)) {
                return true;
            }
        }
        let pairs = match (&left, &right) {
            (Operation::Next(a), Operation::Next(b)) => self.implies(*a, *b),
            (Operation::Until(a1, a2), Operation::Until(b1, _)) => self.implies(*a1, *b1) && self.implies(*a2, b),
            (Operation::Release(a1, _), Operation::Release(b1, b2)) => self.implies(a, *b2) && self.implies(*a1, *b1),
            _ => false,
        };
        if pairs {
            return true;
        }
        let by_left = match left {
            Operation::Until(a1, a2) => self.implies(a2, b) && self.implies(a1, b),
            Operation::Release(_, a2) => self.implies(a2, b),
            _ => false,
        };
        by_left
            || match right {
                Operation::Until(_, b2) => self.implies(a, b2),
                Operation::Release(b1, b2) => self.implies(a, b2) && self.implies(a, b1),
                _ => false,
            }
    }
}
