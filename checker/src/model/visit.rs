//! The parts of values, places and effects: for whoever looks for something in them without caring where it stands.

use super::{Effect, Expr, Guard, Model, Node, Pattern, Place, ProcessQuestion, Transition};

impl Expr {
    /// Calls `f` for the value and all values in it, operands first.
    pub fn visit<'e>(&'e self, f: &mut impl FnMut(&'e Expr)) {
        match self {
            Expr::Const(_) => {}
            Expr::Load { place, .. } | Expr::AddressOf(place) => place.visit(f),
            Expr::Unary { value, .. } | Expr::Convert { value, .. } | Expr::Not(value) => value.visit(f),
            Expr::Binary { left, right, .. }
            | Expr::Compare { left, right, .. }
            | Expr::And(left, right)
            | Expr::Or(left, right) => {
                left.visit(f);
                right.visit(f);
            }
            Expr::Conditional { condition, yes, no } => {
                condition.visit(f);
                yes.visit(f);
                no.visit(f);
            }
            Expr::Process(question) => match &**question {
                ProcessQuestion::Enabled(pid)
                | ProcessQuestion::ControlState(pid)
                | ProcessQuestion::IsAt(pid, _)
                | ProcessQuestion::Priority(pid) => pid.visit(f),
                ProcessQuestion::Pid
                | ProcessQuestion::Count
                | ProcessQuestion::Timeout
                | ProcessQuestion::NonProgress
                | ProcessQuestion::First(_) => {}
            },
            Expr::Channel { channel, .. } => channel.visit(f),
            Expr::Poll { channel, patterns, .. } | Expr::Event { channel, patterns, .. } => {
                channel.visit(f);
                patterns.iter().for_each(|p| p.visit(f));
            }
        }
        f(self);
    }
}

impl Place {
    /// Calls `f` for all values that say where the place is.
    pub fn visit<'e>(&'e self, f: &mut impl FnMut(&'e Expr)) {
        match self {
            Place::Slot { .. } | Place::Temp { .. } => {}
            Place::Element { indices, .. } => indices.iter().for_each(|i| i.index.visit(f)),
            Place::Remote { process, place, .. } => {
                place.visit(f);
                process.visit(f);
            }
            Place::At { address, .. } => address.visit(f),
        }
    }
}

impl Pattern {
    fn visit<'e>(&'e self, f: &mut impl FnMut(&'e Expr)) {
        match self {
            Pattern::Match(value) => value.visit(f),
            Pattern::Store(place) => place.visit(f),
            Pattern::Ignore => {}
        }
    }
}

impl Guard {
    pub fn visit<'e>(&'e self, f: &mut impl FnMut(&'e Expr)) {
        match self {
            Guard::When(condition) => condition.visit(f),
            Guard::Never | Guard::Always | Guard::Else => {}
        }
    }
}

impl Effect {
    /// Calls `f` for the effect, and for those in it.
    pub fn visit<'e>(&'e self, f: &mut impl FnMut(&'e Effect)) {
        if let Effect::DStep(graph) = self {
            for node in &graph.nodes {
                if let Node::Step { effects, .. } = node {
                    effects.iter().for_each(|e| e.visit(f));
                }
            }
        }
        f(self);
    }

    /// Calls `f` for all values in the effect.
    pub fn visit_values<'e>(&'e self, f: &mut impl FnMut(&'e Expr)) {
        match self {
            Effect::Assign { place, value } => {
                place.visit(f);
                value.visit(f);
            }
            Effect::Choose { place, from, to } => {
                place.visit(f);
                from.visit(f);
                to.visit(f);
            }
            Effect::Require(value) | Effect::Assert { condition: value, .. } | Effect::PrintMtype { value, .. } => {
                value.visit(f);
            }
            Effect::Print { args, .. } => args.iter().for_each(|a| a.visit(f)),
            Effect::Send { channel, args, .. } => {
                channel.visit(f);
                args.iter().for_each(|a| a.visit(f));
            }
            Effect::Receive { channel, patterns, .. } => {
                channel.visit(f);
                patterns.iter().for_each(|p| p.visit(f));
            }
            Effect::Run { args, result, .. } => {
                args.iter().for_each(|a| a.visit(f));
                result.iter().for_each(|p| p.visit(f));
            }
            Effect::SetPriority { process, priority } => {
                process.visit(f);
                priority.visit(f);
            }
            Effect::End => {}
            Effect::DStep(graph) => {
                for node in &graph.nodes {
                    if let Node::Step { guard, effects, .. } = node {
                        guard.visit(f);
                        effects.iter().for_each(|e| e.visit_values(f));
                    }
                }
            }
        }
    }

    /// Calls `f` for all places that the effect sets, without those of effects in it.
    pub fn visit_set<'e>(&'e self, f: &mut impl FnMut(&'e Place)) {
        match self {
            Effect::Assign { place, .. } | Effect::Choose { place, .. } => f(place),
            Effect::Receive { patterns, .. } => {
                for pattern in patterns {
                    if let Pattern::Store(place) = pattern {
                        f(place);
                    }
                }
            }
            Effect::Run { result, .. } => result.iter().for_each(f),
            Effect::Require(_)
            | Effect::Assert { .. }
            | Effect::Print { .. }
            | Effect::PrintMtype { .. }
            | Effect::Send { .. }
            | Effect::SetPriority { .. }
            | Effect::End
            | Effect::DStep(_) => {}
        }
    }
}

impl Transition {
    /// Calls `f` for all values in the transition.
    pub fn visit_values<'e>(&'e self, f: &mut impl FnMut(&'e Expr)) {
        self.guard.visit(f);
        self.effects.iter().for_each(|e| e.visit_values(f));
    }

    /// Calls `f` for all effects of the transition.
    pub fn visit_effects<'e>(&'e self, f: &mut impl FnMut(&'e Effect)) {
        self.effects.iter().for_each(|e| e.visit(f));
    }
}

impl Model {
    /// Calls `f` for all effects of the model, initialisers included.
    pub fn visit_effects<'e>(&'e self, f: &mut impl FnMut(&'e Effect)) {
        self.init.iter().for_each(|e| e.visit(f));
        self.proctypes.iter().flat_map(|p| &p.init).for_each(|e| e.visit(f));
        self.transitions.iter().for_each(|t| t.visit_effects(f));
    }

    /// Calls `f` for all values of the model.
    pub fn visit_values<'e>(&'e self, f: &mut impl FnMut(&'e Expr)) {
        self.init.iter().for_each(|e| e.visit_values(f));
        for p in &self.proctypes {
            p.init.iter().for_each(|e| e.visit_values(f));
            p.provided.iter().for_each(|e| e.visit(f));
        }
        self.transitions.iter().for_each(|t| t.visit_values(f));
        if let Some(trace) = &self.trace {
            trace.sends.iter().chain(&trace.receives).for_each(|e| e.visit(f));
        }
    }
}
