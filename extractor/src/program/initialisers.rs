//! Initialisers, flattened: braces left out are put back, designators and ranges become paths.
//!
//! A list is walked with a stack of the aggregates that are open at this brace level: the next value
//! goes to the next scalar, and closes what is full. What is too long to be listed becomes opaque.

use super::build::Builder;
use super::codes;
use super::literals::Text;
use super::{Expr, ExprKind, Init, InitItem, InitStep, Type, TypeId};
use lang_c::ast;
use lang_c::span::{Node, Span};

/// How many values a list may have before it is taken as opaque, and how many for the machine.
const MOST_ITEMS: usize = 1 << 16;
const MOST_ITEMS_EXACT: usize = 1 << 26;

/// A longer array of characters is not taken apart.
const MOST_CHARACTERS: u64 = 64;

/// How many aggregates a value may enter: a record that has itself as a member has no bottom, and an
/// array of empty records no end.
const MOST_LEVELS: usize = 1000;

/// An aggregate that is open, and the part of it that comes next.
struct Frame {
    ty: TypeId,
    /// The part that was entered last.
    step: InitStep,
    /// The index of the next part.
    next: u64,
}

/// The values found so far.
struct Found {
    items: Vec<InitItem>,
    /// The last place of all that have a value, in the order of memory.
    highest: Vec<InitStep>,
    too_many: bool,
    /// How many values there may be.
    most: usize,
}

impl Found {
    fn new(exact: bool) -> Found {
        let most = if exact { MOST_ITEMS_EXACT } else { MOST_ITEMS };
        Found { items: Vec::new(), highest: Vec::new(), too_many: false, most }
    }

    fn push(&mut self, path: Vec<InitStep>, value: Expr) {
        if self.items.len() >= self.most {
            self.too_many = true;
            return;
        }
        if self.items.is_empty() || comes_after(&path, &self.highest) {
            self.highest.clone_from(&path);
        }
        self.items.push(InitItem { path, value });
    }
}

/// Whether a place lies behind another, so that they have nothing in common.
fn comes_after(path: &[InitStep], other: &[InitStep]) -> bool {
    for (a, b) in path.iter().zip(other) {
        match (a, b) {
            _ if a == b => {}
            (InitStep::Member(a), InitStep::Member(b)) => return a > b,
            (InitStep::Elements(low, _), InitStep::Elements(_, high)) => return low > high,
            _ => return false,
        }
    }
    false
}

/// An item for several elements of which a path speaks of some only: the item in parts, so that each lies inside of the
/// path or outside of it.
fn apart(item: InitItem, path: &[InitStep]) -> Vec<InitItem> {
    for (at, step) in path.iter().enumerate() {
        match (item.path.get(at), step) {
            (Some(InitStep::Member(a)), InitStep::Member(b)) if a == b => {}
            (Some(InitStep::Elements(a, b)), InitStep::Elements(low, high)) if a <= high && low <= b => {
                let (first, last) = (*a.max(low), *b.min(high));
                if first == *a && last == *b {
                    continue;
                }
                let part = |from: u64, to: u64| {
                    let mut path = item.path.clone();
                    path[at] = InitStep::Elements(from, to);
                    InitItem { path, value: item.value.clone() }
                };
                let mut parts = apart(part(first, last), path);
                if *a < first {
                    parts.push(part(*a, first - 1));
                }
                if *b > last {
                    parts.push(part(last + 1, *b));
                }
                return parts;
            }
            _ => break,
        }
    }
    vec![item]
}

impl<'u> Builder<'u, '_> {
    /// The initialiser of an object of a type, and the type with the length it gives to an array.
    pub(super) fn initialiser(&mut self, ty: TypeId, node: &'u Node<ast::Initializer>) -> (Init, TypeId) {
        match &node.node {
            ast::Initializer::List(list) => self.initialiser_list(ty, list, node.span),
            ast::Initializer::Expression(e) => {
                if let Some(text) = self.string_for(ty, e) {
                    return self.string_initialiser(ty, &text, e.span);
                }
                let value = self.expression(e);
                // A compound literal of an array may stand for its elements.
                let ty = match (self.program.ty(ty), self.program.ty(value.ty)) {
                    (Type::Array(_, None), Type::Array(..)) => value.ty,
                    _ => ty,
                };
                (Init::Expr(value), ty)
            }
        }
    }

    pub(super) fn initialiser_list(
        &mut self,
        ty: TypeId,
        list: &'u [Node<ast::InitializerListItem>],
        span: Span,
    ) -> (Init, TypeId) {
        let aggregate = matches!(self.program.ty(ty), Type::Array(..) | Type::Record(_));
        if !aggregate {
            // `int x = { 1 }`
            return match list.first() {
                Some(item) => self.initialiser(ty, &item.node.initializer),
                None => (Init::List(Vec::new()), ty),
            };
        }
        if let [item] = list
            && item.node.designation.is_empty()
            && let ast::Initializer::Expression(e) = &item.node.initializer.node
            && let Some(text) = self.string_for(ty, e)
        {
            return self.string_initialiser(ty, &text, e.span);
        }
        if self.has_no_layout(ty) {
            return (Init::Opaque(self.span(span)), ty);
        }
        let mut found = Found::new(self.exact);
        let length = self.fill(ty, &mut Vec::new(), list, &mut found);
        let ty = match self.program.ty(ty) {
            Type::Array(of, None) => {
                let of = *of;
                self.program.types.array(of, Some(length))
            }
            _ => ty,
        };
        if found.too_many {
            return (Init::Opaque(self.span(span)), ty);
        }
        (Init::List(found.items), ty)
    }

    /// Whether a record, or the record that an array is of, is not complete.
    fn has_no_layout(&self, ty: TypeId) -> bool {
        let mut ty = ty;
        while let Type::Array(of, _) = self.program.ty(ty) {
            ty = *of;
        }
        matches!(self.program.ty(ty), Type::Record(id) if self.program.record(*id).layout.is_none())
    }

    /// The string that initialises an array of characters as a whole.
    fn string_for(&self, ty: TypeId, node: &'u Node<ast::Expression>) -> Option<Text> {
        let ast::Expression::StringLiteral(parts) = &node.node else { return None };
        let Type::Array(of, _) = self.program.ty(ty) else { return None };
        let (bits, _) = self.program.integer(*of)?;
        let text = Text::new(&parts.node);
        (self.program.integer(text.encoding.element())?.0 == bits).then_some(text)
    }

    /// The spelling of the string that initialises an array of characters.
    pub(super) fn string_of(&self, ty: TypeId, node: &'u Node<ast::Initializer>) -> Option<String> {
        match &node.node {
            ast::Initializer::Expression(e) => Some(self.string_for(ty, e)?.spelling),
            ast::Initializer::List(_) => None,
        }
    }

    fn string_initialiser(&mut self, ty: TypeId, text: &Text, span: Span) -> (Init, TypeId) {
        let (of, length) = match self.program.ty(ty) {
            Type::Array(of, length) => (*of, *length),
            _ => return (Init::Opaque(self.span(span)), ty),
        };
        let length = length.unwrap_or(text.units.len() as u64 + 1);
        let ty = self.program.types.array(of, Some(length));
        if length > MOST_CHARACTERS && self.exact {
            let string = text.ty(&mut self.program.types);
            let value = self.expr(ExprKind::Str(text.spelling.clone()), string, span);
            return (Init::Expr(value), ty);
        }
        if length > MOST_CHARACTERS {
            return (Init::Opaque(self.span(span)), ty);
        }
        let mut found = Found::new(self.exact);
        self.characters(of, length, &[], text, span, &mut found);
        (Init::List(found.items), ty)
    }

    /// One item for each character.
    fn characters(&mut self, of: TypeId, length: u64, path: &[InitStep], text: &Text, span: Span, found: &mut Found) {
        for (index, unit) in text.units.iter().enumerate().take(length as usize) {
            let value = self.program.wrap(i128::from(*unit), of);
            let spelling = match u8::try_from(*unit).map(char::from) {
                Ok(c @ ('\'' | '\\')) => format!("'\\{c}'"),
                Ok(c) if c.is_ascii_graphic() || c == ' ' => format!("'{c}'"),
                _ => value.to_string(),
            };
            let mut path = path.to_vec();
            path.push(InitStep::Elements(index as u64, index as u64));
            let e = self.expr(ExprKind::Int { value, text: spelling }, of, span);
            found.push(path, e);
        }
    }

    /// Goes through one brace level. Returns how many elements an array has by it.
    fn fill(
        &mut self,
        ty: TypeId,
        base: &mut Vec<InitStep>,
        list: &'u [Node<ast::InitializerListItem>],
        found: &mut Found,
    ) -> u64 {
        let mut frames = vec![Frame { ty, step: InitStep::Elements(0, 0), next: 0 }];
        let mut length = 0;
        for item in list {
            let designation = &item.node.designation;
            if designation.is_empty() {
                if !self.advance(&mut frames) {
                    // More values than there is room for.
                    self.warn(codes::NO_PLACE, item.span, "there is no element left for this initialiser");
                    continue;
                }
            } else if !self.designate(&mut frames, designation) {
                self.warn(codes::NO_PLACE, item.span, "this designator names nothing in the object");
                continue;
            }
            match &item.node.initializer.node {
                ast::Initializer::List(inner) => self.fill_braced(&frames, base, inner, found),
                ast::Initializer::Expression(e) => self.place(&mut frames, base, e, found),
            }
            if let (Some(bottom), InitStep::Elements(_, last)) = (frames.first(), frames[0].step)
                && matches!(self.program.ty(bottom.ty), Type::Array(..))
            {
                length = length.max(last.saturating_add(1));
            }
        }
        length
    }

    /// Drops what was said before of the part that is initialised now: a designator may come back to
    /// a place, or choose another member of a union.
    fn forget_overridden(&self, frames: &[Frame], base: &[InitStep], found: &mut Found) {
        if found.items.is_empty() {
            return;
        }
        let path: Vec<InitStep> = base.iter().copied().chain(frames.iter().map(|f| f.step)).collect();
        let union = |frame: &Frame| match self.program.ty(frame.ty) {
            Type::Record(record) => self.program.record(*record).union,
            _ => false,
        };
        // Two paths through one union leave nothing of the first.
        let first_union = frames.iter().position(union).map(|at| base.len() + at);
        let gone = |old: &[InitStep]| {
            for (at, step) in path.iter().enumerate() {
                let contained = match (old.get(at), step) {
                    (Some(InitStep::Member(a)), InitStep::Member(b)) => a == b,
                    (Some(InitStep::Elements(a, b)), InitStep::Elements(low, high)) => low <= a && b <= high,
                    _ => return false,
                };
                if !contained {
                    return first_union == Some(at);
                }
            }
            true
        };
        if !comes_after(&path, &found.highest) {
            found.items = std::mem::take(&mut found.items).into_iter().flat_map(|item| apart(item, &path)).collect();
            found.items.retain(|item| !gone(&item.path));
        } else if first_union.is_some() {
            while found.items.last().is_some_and(|item| gone(&item.path)) {
                found.items.pop();
            }
        }
    }

    /// `{ … }` for the part that the frames stand at.
    fn fill_braced(
        &mut self,
        frames: &[Frame],
        base: &mut Vec<InitStep>,
        inner: &'u [Node<ast::InitializerListItem>],
        found: &mut Found,
    ) {
        let Some(ty) = frames.last().and_then(|f| self.part_type(f)) else { return };
        self.forget_overridden(frames, base, found);
        let depth = base.len();
        base.extend(frames.iter().map(|f| f.step));
        let aggregate = matches!(self.program.ty(ty), Type::Array(..) | Type::Record(_));
        let only = match inner {
            [item] if item.node.designation.is_empty() => Some(&item.node.initializer.node),
            _ => None,
        };
        if !aggregate {
            if let Some(item) = inner.first() {
                let (init, _) = self.initialiser(ty, &item.node.initializer);
                match init {
                    Init::Expr(value) => found.push(base.clone(), value),
                    _ => found.too_many |= !matches!(init, Init::List(ref l) if l.is_empty()),
                }
            }
        } else if let Some(ast::Initializer::Expression(e)) = only
            && self.string_for(ty, e).is_some()
        {
            self.place_string(ty, base.clone(), e, found);
        } else {
            self.fill(ty, base, inner, found);
        }
        base.truncate(depth);
    }

    /// Puts one value where the frames stand, entering aggregates until it fits.
    fn place(
        &mut self,
        frames: &mut Vec<Frame>,
        base: &[InitStep],
        node: &'u Node<ast::Expression>,
        found: &mut Found,
    ) {
        let mut value = None;
        for _ in 0..MOST_LEVELS {
            let Some(ty) = frames.last().and_then(|f| self.part_type(f)) else { return };
            let path = || base.iter().copied().chain(frames.iter().map(|f| f.step)).collect::<Vec<_>>();
            if self.string_for(ty, node).is_some() {
                self.forget_overridden(frames, base, found);
                let path = path();
                self.place_string(ty, path, node, found);
                return;
            }
            let aggregate = matches!(self.program.ty(ty), Type::Array(..) | Type::Record(_));
            let e = match value.take() {
                Some(e) => e,
                None => self.expression(node),
            };
            if !aggregate || self.program.compatible(e.ty, ty) {
                self.forget_overridden(frames, base, found);
                found.push(path(), e);
                return;
            }
            value = Some(e);
            frames.push(Frame { ty, step: InitStep::Elements(0, 0), next: 0 });
            if !self.advance(frames) {
                return;
            }
        }
    }

    fn place_string(&mut self, ty: TypeId, path: Vec<InitStep>, node: &'u Node<ast::Expression>, found: &mut Found) {
        let Some(text) = self.string_for(ty, node) else { return };
        match self.program.ty(ty) {
            Type::Array(of, Some(length)) if *length <= MOST_CHARACTERS => {
                let (of, length) = (*of, *length);
                self.characters(of, length, &path, &text, node.span, found);
            }
            _ => {
                let value = self.expression(node);
                found.push(path, value);
            }
        }
    }

    /// The type of the part that a frame stands at.
    fn part_type(&self, frame: &Frame) -> Option<TypeId> {
        match (self.program.ty(frame.ty), frame.step) {
            (Type::Array(of, _), _) => Some(*of),
            (Type::Record(record), InitStep::Member(index)) => {
                Some(self.program.record(*record).members.as_ref()?.get(index as usize)?.ty)
            }
            _ => None,
        }
    }

    /// Goes to the next part, closing aggregates that are full. False when there is none left.
    fn advance(&mut self, frames: &mut Vec<Frame>) -> bool {
        loop {
            let Some(frame) = frames.last_mut() else { return false };
            let next = frame.next;
            let step = match self.program.ty(frame.ty) {
                Type::Array(_, length) => (length.is_none_or(|l| next < l)).then_some(InitStep::Elements(next, next)),
                Type::Record(record) => {
                    let record = self.program.record(*record);
                    let count = record.members.as_ref().map_or(0, |m| m.len() as u64);
                    let room = if record.union { count.min(1) } else { count };
                    (next < room).then_some(InitStep::Member(next as u32))
                }
                _ => None,
            };
            if let Some(step) = step {
                frame.step = step;
                frame.next = next + 1;
                return true;
            }
            if frames.len() == 1 {
                return false;
            }
            frames.pop();
        }
    }

    /// Goes to the part that a designation names, from the outermost aggregate of this brace level.
    fn designate(&mut self, frames: &mut Vec<Frame>, designation: &'u [Node<ast::Designator>]) -> bool {
        frames.truncate(1);
        for (depth, designator) in designation.iter().enumerate() {
            if depth > 0 {
                let Some(ty) = frames.last().and_then(|f| self.part_type(f)) else { return false };
                frames.push(Frame { ty, step: InitStep::Elements(0, 0), next: 0 });
            }
            match &designator.node {
                ast::Designator::Member(id) => {
                    if !self.designate_member(frames, self.name(id)) {
                        return false;
                    }
                }
                ast::Designator::Index(e) => {
                    let index = self.constant_expression(e);
                    if !self.designate_elements(frames, index, index) {
                        return false;
                    }
                }
                ast::Designator::Range(range) => {
                    let low = self.constant_expression(&range.node.from);
                    let high = self.constant_expression(&range.node.to);
                    if !self.designate_elements(frames, low, high) {
                        return false;
                    }
                }
            }
        }
        true
    }

    fn designate_member(&mut self, frames: &mut Vec<Frame>, name: &str) -> bool {
        let Some(Type::Record(record)) = frames.last().map(|f| self.program.ty(f.ty)) else { return false };
        let Some(path) = self.find_member(*record, name) else { return false };
        for (depth, index) in path.into_iter().enumerate() {
            if depth > 0 {
                let Some(ty) = frames.last().and_then(|f| self.part_type(f)) else { return false };
                frames.push(Frame { ty, step: InitStep::Elements(0, 0), next: 0 });
            }
            if let Some(frame) = frames.last_mut() {
                frame.step = InitStep::Member(index);
                frame.next = match self.program.types.list[frame.ty.0 as usize] {
                    Type::Record(r) if self.program.records[r.0 as usize].union => u64::MAX,
                    _ => u64::from(index) + 1,
                };
            }
        }
        true
    }

    fn designate_elements(&mut self, frames: &mut [Frame], low: Option<i128>, high: Option<i128>) -> bool {
        let index = |v: Option<i128>| v.and_then(|v| u64::try_from(v).ok()).filter(|v| *v < u64::MAX / 2);
        let (Some(low), Some(high)) = (index(low), index(high)) else { return false };
        let Some(frame) = frames.last_mut() else { return false };
        let Type::Array(_, length) = self.program.types.list[frame.ty.0 as usize] else { return false };
        if high < low || length.is_some_and(|l| high >= l) {
            return false;
        }
        frame.step = InitStep::Elements(low, high);
        frame.next = high + 1;
        true
    }
}
