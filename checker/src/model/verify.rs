//! Whether a model fits together: types agree, indices are in range, targets exist, places lie inside of their regions.
//!
//! A model of `compile` does; one that was read from a text may not. Nothing is said about whether it makes sense.

use super::form::Item;
use super::layout::{Cell, Slot};
use super::object::{self, Home};
use super::{
    Binary, Effect, Expr, Graph, GraphNode, Guard, Index, Model, NodeId, Pattern, Place, Position, ProctypeId, Region,
    StateId, TempId, Type,
};

/// What does not fit together; nothing if all does.
pub fn verify(model: &Model) -> Vec<String> {
    let mut v = Verifier { model, at: "init".to_string(), proctype: None, temps: Vec::new(), errors: Vec::new() };
    v.effects(&model.init);
    v.tables();
    for (id, p) in (0..).map(ProctypeId).zip(&model.proctypes) {
        v.proctype = Some(id);
        v.at = format!("{id}: init");
        v.effects(&p.init);
        if let Some(condition) = &p.provided {
            v.at = format!("{id}: provided");
            v.condition(condition);
        }
        v.at = format!("{id}");
        v.check(p.start.index() < p.states.len(), || format!("it starts in {}, which it does not have", p.start));
        v.check(p.pc.bits <= 32 && p.pc.word == 0 && p.pc.shift == 0, || {
            "the program counter is in the low bits of the first word".to_string()
        });
        for slot in p.params.iter().chain(p.channels.iter().map(|(_, slot)| slot)).chain(&p.priority) {
            v.slot(Region::Local, *slot);
        }
        for (number, state) in p.states.iter().enumerate() {
            for t in state.transitions() {
                let Some(t) = model.transitions.get(t as usize) else {
                    v.error(format!("s{number} has transitions that do not exist"));
                    break;
                };
                v.at = format!("{id}: s{number}");
                v.state(id, t.target);
                v.check((t.statement as usize) < model.statements.len(), || "a statement that is missing".into());
                v.temps.clear();
                v.guard(&t.guard);
                v.effects_of_step(&t.effects, true);
            }
        }
    }
    v.errors
}

struct Verifier<'m> {
    model: &'m Model,
    /// Where it is looking.
    at: String,
    proctype: Option<ProctypeId>,
    /// Values of the current step that are set.
    temps: Vec<(TempId, Type)>,
    errors: Vec<String>,
}

impl Verifier<'_> {
    fn error(&mut self, message: String) {
        self.errors.push(format!("{}: {message}", self.at));
    }

    fn check(&mut self, holds: bool, message: impl FnOnce() -> String) {
        if !holds {
            let message = message();
            self.error(message);
        }
    }

    fn tables(&mut self) {
        let model = self.model;
        for (ty, (region, slot)) in model.global_channels.iter().zip(&model.channel_variables) {
            self.check((*ty as usize) < model.channel_types.len(), || format!("channel type {ty} is missing"));
            self.slot(*region, *slot);
        }
        for leaf in &model.global_leaves {
            self.slot(Region::Global, leaf.slot);
        }
        for (proctype, _) in &model.active {
            self.proctype_exists(*proctype);
        }
        for (owner, state) in model.label_owners.iter().zip(&model.label_refs) {
            self.state(*owner, *state);
        }
        for o in &model.objects {
            let words = match o.home {
                Home::Static => model.global_words,
                Home::Frame(p) => model.proctypes.get(p.index()).map_or(0, |p| p.frame_words),
            };
            self.check(o.at % 4 == 0 && o.at + o.size <= words * 4, || format!("object `{}` is not in place", o.name));
        }
        for statement in &model.statements {
            self.proctype_exists(statement.proctype);
        }
        for ty in &model.channel_types {
            for f in &ty.fields {
                self.check(f.bits <= 32, || format!("a field of `{}` has more than 32 bits", ty.name));
            }
        }
    }

    fn proctype_exists(&mut self, id: ProctypeId) {
        self.check(id.index() < self.model.proctypes.len(), || format!("{id} is missing"));
    }

    fn state(&mut self, owner: ProctypeId, state: StateId) {
        let states = self.model.proctypes.get(owner.index()).map_or(0, |p| p.states.len());
        self.check(state.index() < states, || format!("{owner} has no {state}"));
    }

    /// How many words a region has.
    fn words(&self, region: Region) -> u32 {
        match region {
            Region::Global => self.model.global_words,
            Region::Hidden => self.model.hidden_words,
            Region::Local => {
                let p = self.proctype.and_then(|p| self.model.proctypes.get(p.index()));
                p.map_or(0, |p| p.frame_words)
            }
        }
    }

    fn slot(&mut self, region: Region, slot: Slot) {
        let words = self.words(region);
        let fits = match slot.bits {
            64 => slot.shift == 0 && slot.word + 2 <= words,
            bits => bits >= 1 && u32::from(slot.shift) + u32::from(bits) <= 32 && slot.word < words,
        };
        self.check(fits, || format!("{region} {slot} is not inside of {words} words"));
    }

    fn cell(&mut self, cell: Cell) {
        self.check((1..=32).contains(&cell.bits) || cell.bits == 64, || format!("{cell} is no size"));
    }

    fn place(&mut self, place: &Place) {
        match place {
            Place::Slot { region, slot } => self.slot(*region, *slot),
            Place::Element { region, at, indices, cell } => self.element(*region, *at, indices, *cell),
            Place::Remote { process, proctype, place } => {
                self.typed(process, Type::I32);
                self.proctype_exists(*proctype);
                let fits = match &**place {
                    Place::Slot { region, slot } => *region == Region::Local && slot.bits <= 32,
                    Place::Element { region, indices, cell, .. } => {
                        indices.iter().for_each(|i| self.integer(&i.index));
                        *region == Region::Local && indices.len() == 1 && cell.bits <= 32
                    }
                    Place::Remote { .. } | Place::At { .. } | Place::Temp { .. } => false,
                };
                self.check(fits, || format!("{place} cannot be referred to from elsewhere"));
            }
            Place::At { address, cell } => {
                self.typed(address, Type::U64);
                self.cell(*cell);
                self.check(cell.bits % 8 == 0, || format!("{cell} is no whole number of bytes"));
            }
            Place::Temp { .. } => {}
        }
    }

    fn element(&mut self, region: Region, at: u32, indices: &[Index], cell: Cell) {
        self.cell(cell);
        let mut last = u64::from(at);
        for i in indices {
            self.integer(&i.index);
            last += u64::from(i.len.max(1) - 1) * u64::from(i.stride);
        }
        let (words, bits) = (self.words(region), u64::from(cell.bits));
        self.check(last * 8 + bits <= u64::from(words) * 32, || format!("{region} {cell}+{at} is not inside of it"));
        let align = u64::from(cell.bits).div_ceil(8).next_power_of_two().min(4) as u32;
        let aligned = at.is_multiple_of(align) && indices.iter().all(|i| i.stride.is_multiple_of(align));
        self.check(aligned, || format!("{region} {cell}+{at} crosses a word"));
    }

    /// A place whose value is asked for.
    fn loaded(&mut self, place: &Place, ty: Type) {
        self.place(place);
        match place {
            Place::Temp { temp, ty: own } => {
                let known = self.temps.contains(&(*temp, *own));
                self.check(known && *own == ty, || format!("{temp} is not set before, or of another type"));
            }
            Place::Slot { slot, .. } => self.float_fits(ty, slot.bits),
            Place::Element { cell, .. } | Place::At { cell, .. } => self.float_fits(ty, cell.bits),
            Place::Remote { .. } => self.check(ty == Type::I32, || "a remote reference is an i32".to_string()),
        }
    }

    fn float_fits(&mut self, ty: Type, bits: u8) {
        self.check(!ty.is_float() || ty.bits() == bits, || format!("{ty} does not fit into {bits} bits"));
    }

    /// A place that gets a value of a type.
    fn stored(&mut self, place: &Place, ty: Type) {
        self.place(place);
        match place {
            Place::Temp { temp, ty: own } => {
                self.check(*own == ty, || format!("{temp} gets a value of type {ty}"));
                let is_new = self.temps.iter().all(|(t, _)| t != temp);
                self.check(is_new, || format!("{temp} is set twice in a step"));
                self.temps.push((*temp, *own));
            }
            Place::Slot { slot, .. } => self.float_fits(ty, slot.bits),
            Place::Element { cell, .. } | Place::At { cell, .. } => self.float_fits(ty, cell.bits),
            Place::Remote { .. } => self.error("a remote reference can only be read".to_string()),
        }
    }

    fn typed(&mut self, e: &Expr, ty: Type) {
        self.check(e.ty() == ty, || format!("{e} is of type {}, not {ty}", e.ty()));
        self.expr(e);
    }

    fn integer(&mut self, e: &Expr) {
        self.check(!e.ty().is_float(), || format!("{e} is no integer"));
        self.expr(e);
    }

    /// A condition of a guard: an event can be asked for here, and nowhere else.
    fn condition(&mut self, e: &Expr) {
        if let Expr::And(left, right) = e {
            self.condition(left);
            self.condition(right);
        } else if matches!(e, Expr::Event { .. }) {
            e.form().items.iter().for_each(|item| self.item(item));
        } else {
            self.typed(e, Type::I32);
        }
    }

    fn expr(&mut self, e: &Expr) {
        if matches!(e, Expr::Event { .. }) {
            return self.error("an event inside of a value".to_string());
        }
        if let Expr::Binary { op, ty, .. } = e {
            let of_floats = matches!(op, Binary::Add | Binary::Sub | Binary::Mul | Binary::Div);
            self.check(of_floats || !ty.is_float(), || format!("{e}: not for floating point numbers"));
        }
        e.form().items.iter().for_each(|item| self.item(item));
    }

    fn item(&mut self, item: &Item) {
        let model = self.model;
        match item {
            Item::Word(_) | Item::Type(_) | Item::Priority(_) => {}
            Item::Value(e, ty) => self.typed(e, *ty),
            Item::Any(e) => self.expr(e),
            Item::Integer(e) => self.integer(e),
            Item::Condition(e) => self.condition(e),
            Item::Loaded(place, ty) => self.loaded(place, *ty),
            Item::Addressed(place) => self.addressed(place),
            Item::Stored(place, ty) => self.stored(place, *ty),
            Item::Result(place) => self.stored(place, Type::I32),
            Item::Pattern { pattern, may_store } => self.pattern(pattern, *may_store),
            Item::Label(id) => self.check(id.index() < model.label_refs.len(), || format!("{id} is missing")),
            Item::Proctype(id) => self.proctype_exists(*id),
            Item::Message(id) => self.check(id.index() < model.messages.len(), || format!("{id} is missing")),
            Item::Format(id) => self.check(id.index() < model.formats.len(), || format!("{id} is missing")),
            Item::Mtype(id) => self.check(id.index() < model.mtypes.len(), || format!("{id} is missing")),
            Item::Graph(graph) => self.graph(graph),
        }
    }

    fn addressed(&mut self, place: &Place) {
        self.place(place);
        let (region, byte) = match place {
            Place::Slot { region, slot } if slot.shift % 8 == 0 => (*region, slot.word * 4 + u32::from(slot.shift / 8)),
            Place::Element { region, at, .. } => (*region, *at),
            Place::At { .. } => return,
            Place::Slot { .. } | Place::Remote { .. } | Place::Temp { .. } => {
                return self.error(format!("{place} has no address"));
            }
        };
        let home = match (region, self.proctype) {
            (Region::Global, _) => Some(Home::Static),
            (Region::Local, Some(p)) => Some(Home::Frame(p)),
            (Region::Local, None) | (Region::Hidden, _) => None,
        };
        let found = home.and_then(|home| object::at(&self.model.objects, home, byte));
        self.check(found.is_some(), || format!("{place} is in no object"));
    }

    fn pattern(&mut self, pattern: &Pattern, may_store: bool) {
        match pattern {
            Pattern::Match(value) => self.typed(value, Type::I32),
            Pattern::Store(place) if may_store => self.stored(place, Type::I32),
            Pattern::Store(_) => self.error("a question cannot store".to_string()),
            Pattern::Ignore => {}
        }
    }

    fn guard(&mut self, guard: &Guard) {
        match guard {
            Guard::Never | Guard::Always | Guard::Else => {}
            Guard::When(condition) => self.condition(condition),
        }
    }

    fn effects(&mut self, effects: &[Effect]) {
        self.temps.clear();
        self.effects_of_step(effects, false);
    }

    fn effects_of_step(&mut self, effects: &[Effect], may_be_d_step: bool) {
        for effect in effects {
            self.effect(effect, may_be_d_step && effects.len() == 1);
        }
    }

    fn effect(&mut self, effect: &Effect, may_be_d_step: bool) {
        if matches!(effect, Effect::DStep(_)) && !may_be_d_step {
            return self.error("a d_step has to be all of a step".to_string());
        }
        // What a value is stored in may be used only after it.
        let is_stored = |item: &&Item| matches!(item, Item::Stored(..) | Item::Result(_));
        let items = effect.form().items;
        items.iter().filter(|item| !is_stored(item)).for_each(|item| self.item(item));
        items.iter().filter(is_stored).for_each(|item| self.item(item));
    }

    fn graph(&mut self, graph: &Graph) {
        let exists = |id: &NodeId| id.index() < graph.nodes.len();
        for node in &graph.nodes {
            match node {
                GraphNode::Step { guard, effects, next, .. } => {
                    self.temps.clear();
                    self.guard(guard);
                    self.effects_of_step(effects, false);
                    self.check(next.iter().all(exists), || "a node that is missing".to_string());
                }
                GraphNode::Choice { options, .. } => {
                    self.check(options.iter().all(exists), || "a node that is missing".to_string());
                }
            }
        }
        let first = graph.nodes.first().map(|n| match n {
            GraphNode::Step { position, .. } | GraphNode::Choice { position, .. } => *position,
        });
        self.check(first.is_none_or(|p| p == Position::First), || "a d_step begins with its first node".to_string());
    }
}
