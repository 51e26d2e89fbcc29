//! Reads the text form of a model: see [`super::print`].
//!
//! What is left out has a value that makes sense in a small model: a transition without a statement gets one of its
//! own, a program counter
//! of 8 bits. Whether the parts fit together is not asked here: see [`super::verify`].

use super::layout::{Cell, ChannelType, Leaf, Show, Slot};
use super::names::name;
use super::object::{self, Home, Object};
use super::{
    Action, Binary, ChannelQuestion, ClaimUse, Compare, Constant, Effect, Expr, FormatId, Graph, GraphNode, Guard,
    Index, LabelId, MessageId, Model, MtypeId, MtypeNames, NodeId, Pattern, Place, Position, ProcessQuestion, Proctype,
    ProctypeId, ProctypeKind, Promise, Region, Standing, State, StateId, Statement, StatementKind, TempId, TraceUse,
    Transition, Type, Unary,
};
use promela::source::Span;
use std::fmt;

/// What is wrong with a text, and in which line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadError {
    pub line: u32,
    pub message: String,
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.message)
    }
}

type Read<T> = Result<T, ReadError>;

/// Reads a model.
pub fn read(text: &str) -> Read<Model> {
    let mut lexer = Lexer { text: text.as_bytes(), at: 0, line: 1 };
    let item = lexer.item()?;
    if let Some((_, line)) = lexer.token()? {
        return Err(ReadError { line, message: "something after the end of the model".to_string() });
    }
    let list = item.list("model")?;
    let mut model = Model::empty();
    for item in list {
        declaration(&mut model, item)?;
    }
    object::place(&mut model.objects);
    let mut base = 0;
    for p in &mut model.proctypes {
        p.base = base;
        base += p.states.len() as u32;
        model.options.extend(p.states.iter().map(|s| (s.first, s.first + s.count)));
    }
    Ok(model)
}

/// A word, a string, or a list of them in `()` or `[]`.
#[derive(Clone, Debug)]
struct Item {
    line: u32,
    kind: Kind,
}

#[derive(Clone, Debug)]
enum Kind {
    Word(String),
    Text(String),
    List(Vec<Item>),
    Index(Vec<Item>),
}

struct Lexer<'t> {
    text: &'t [u8],
    at: usize,
    line: u32,
}

enum Token {
    Open(u8),
    Close(u8),
    Word(String),
    Text(String),
}

/// No text nests deeper.
const MAX_DEPTH: u32 = 200;

impl Lexer<'_> {
    fn error<T>(&self, message: impl Into<String>) -> Read<T> {
        Err(ReadError { line: self.line, message: message.into() })
    }

    fn token(&mut self) -> Read<Option<(Token, u32)>> {
        loop {
            match self.text.get(self.at) {
                None => return Ok(None),
                Some(b'\n') => {
                    self.line += 1;
                    self.at += 1;
                }
                Some(c) if c.is_ascii_whitespace() => self.at += 1,
                Some(b';') => self.at += self.text[self.at..].iter().take_while(|c| **c != b'\n').count(),
                Some(_) => break,
            }
        }
        let (line, c) = (self.line, self.text[self.at]);
        self.at += 1;
        let token = match c {
            b'(' | b'[' => Token::Open(c),
            b')' | b']' => Token::Close(c),
            b'"' => Token::Text(self.quoted()?),
            _ => {
                let from = self.at - 1;
                let is_word = |c: &&u8| !c.is_ascii_whitespace() && !b"()[]\";".contains(c);
                self.at += self.text[self.at..].iter().take_while(is_word).count();
                Token::Word(String::from_utf8_lossy(&self.text[from..self.at]).into_owned())
            }
        };
        Ok(Some((token, line)))
    }

    fn quoted(&mut self) -> Read<String> {
        let mut bytes = Vec::new();
        loop {
            let Some(&c) = self.text.get(self.at) else { return self.error("a string without an end") };
            self.at += 1;
            match c {
                b'"' => return Ok(String::from_utf8_lossy(&bytes).into_owned()),
                b'\\' => {
                    let Some(&next) = self.text.get(self.at) else { return self.error("a string without an end") };
                    self.at += 1;
                    bytes.push(if next == b'n' { b'\n' } else { next });
                }
                b'\n' => return self.error("a string that goes over lines"),
                c => bytes.push(c),
            }
        }
    }

    fn item(&mut self) -> Read<Item> {
        match self.token()? {
            Some((token, line)) => self.item_of(token, line, 0),
            None => self.error("the text ends too early"),
        }
    }

    fn item_of(&mut self, token: Token, line: u32, depth: u32) -> Read<Item> {
        let kind = match token {
            Token::Word(word) => Kind::Word(word),
            Token::Text(text) => Kind::Text(text),
            Token::Close(c) => return self.error(format!("`{}` without a beginning", char::from(c))),
            Token::Open(_) if depth > MAX_DEPTH => return self.error("too many lists in each other"),
            Token::Open(c) => {
                let mut items = Vec::new();
                loop {
                    match self.token()? {
                        Some((Token::Close(_), _)) => break,
                        Some((token, line)) => items.push(self.item_of(token, line, depth + 1)?),
                        None => return self.error(format!("`{}` without an end", char::from(c))),
                    }
                }
                if c == b'(' { Kind::List(items) } else { Kind::Index(items) }
            }
        };
        Ok(Item { line, kind })
    }
}

/// The rest of a list, after its first word.
struct Items {
    line: u32,
    word: String,
    rest: std::vec::IntoIter<Item>,
}

impl Item {
    fn error<T>(&self, message: impl Into<String>) -> Read<T> {
        Err(ReadError { line: self.line, message: message.into() })
    }

    /// A list that begins with a word.
    fn items(self) -> Read<Items> {
        let line = self.line;
        let Kind::List(items) = self.kind else {
            return Err(ReadError { line, message: "a list in parentheses is needed".to_string() });
        };
        let mut rest = items.into_iter();
        match rest.next().map(|i| i.kind) {
            Some(Kind::Word(word)) => Ok(Items { line, word, rest }),
            _ => Err(ReadError { line, message: "a list has to begin with a word".to_string() }),
        }
    }

    fn list(self, word: &str) -> Read<Items> {
        let items = self.items()?;
        if items.word == word { Ok(items) } else { items.error(format!("`({word} …)` is needed")) }
    }

    fn begins_with(&self, word: &str) -> bool {
        let Kind::List(items) = &self.kind else { return false };
        matches!(items.first(), Some(Item { kind: Kind::Word(w), .. }) if w == word)
    }

    fn is_list(&self) -> bool {
        matches!(self.kind, Kind::List(_))
    }
}

impl Iterator for Items {
    type Item = Item;

    fn next(&mut self) -> Option<Item> {
        self.rest.next()
    }
}

impl Items {
    fn error<T>(&self, message: impl Into<String>) -> Read<T> {
        Err(ReadError { line: self.line, message: message.into() })
    }

    fn item(&mut self) -> Read<Item> {
        match self.rest.next() {
            Some(item) => Ok(item),
            None => self.error(format!("something is missing in `({} …)`", self.word)),
        }
    }

    fn peek_word(&self) -> Option<&str> {
        match self.rest.as_slice().first() {
            Some(Item { kind: Kind::Word(word), .. }) => Some(word),
            _ => None,
        }
    }

    /// Whether the next word is this one; it is taken then.
    fn has(&mut self, word: &str) -> bool {
        let is_so = self.peek_word() == Some(word);
        if is_so {
            self.rest.next();
        }
        is_so
    }

    fn word(&mut self) -> Read<String> {
        match self.item()? {
            Item { kind: Kind::Word(word), .. } => Ok(word),
            item => item.error("a word is needed"),
        }
    }

    fn text(&mut self) -> Read<String> {
        match self.item()? {
            Item { kind: Kind::Text(text), .. } => Ok(text),
            item => item.error("a string is needed"),
        }
    }

    fn number(&mut self) -> Read<u32> {
        let word = self.word()?;
        word.parse().or_else(|_| self.error(format!("`{word}` is no number")))
    }

    /// A number behind a prefix: `s3`.
    fn index(&mut self, prefix: &str) -> Read<u32> {
        let word = self.word()?;
        match word.strip_prefix(prefix).and_then(|n| n.parse().ok()) {
            Some(n) => Ok(n),
            None => self.error(format!("`{prefix}` and a number are needed, not `{word}`")),
        }
    }

    fn ty(&mut self) -> Read<Type> {
        let word = self.word()?;
        Type::named(&word).map_or_else(|| self.error(format!("`{word}` is no type")), Ok)
    }

    fn of<T: Copy>(&mut self, table: &[(T, &str)]) -> Read<T> {
        let word = self.word()?;
        let found = table.iter().find(|(_, name)| *name == word);
        found.map_or_else(|| self.error(format!("`{word}` is not known here")), |(value, _)| Ok(*value))
    }

    fn slot(&mut self) -> Read<Slot> {
        let word = self.word()?;
        slot(&word).map_or_else(|| self.error(format!("`{word}` is no place of a scalar")), Ok)
    }

    fn region(&mut self) -> Read<Region> {
        let word = self.word()?;
        let found = Region::ALL.into_iter().find(|r| r.name() == word);
        found.map_or_else(|| self.error(format!("`{word}` is no region")), Ok)
    }

    fn proctype(&mut self) -> Read<ProctypeId> {
        Ok(ProctypeId(self.index(ProctypeId::PREFIX)?))
    }

    fn state(&mut self) -> Read<StateId> {
        Ok(StateId(self.index(StateId::PREFIX)?))
    }

    fn show(&mut self) -> Read<Show> {
        match self.peek_word() {
            Some("number") => {
                self.word()?;
                Ok(Show::Number)
            }
            Some("channel") => {
                self.word()?;
                Ok(Show::Channel)
            }
            Some(_) => Ok(Show::Mtype(self.index(MtypeId::PREFIX)?)),
            None => Ok(Show::Number),
        }
    }

    fn expr(&mut self) -> Read<Expr> {
        let item = self.item()?;
        expr(item)
    }

    fn boxed(&mut self) -> Read<Box<Expr>> {
        Ok(Box::new(self.expr()?))
    }

    fn exprs(&mut self) -> Read<Vec<Expr>> {
        self.by_ref().map(expr).collect()
    }

    fn patterns(&mut self) -> Read<Vec<Pattern>> {
        self.by_ref().map(pattern).collect()
    }

    fn place(&mut self) -> Read<Place> {
        match self.peek_word() {
            Some("remote") => {
                self.word()?;
                let proctype = self.proctype()?;
                let process = self.boxed()?;
                return Ok(Place::Remote { process, proctype, place: Box::new(self.place()?) });
            }
            Some("at") => {
                self.word()?;
                let word = self.word()?;
                let Some(cell) = cell(&word) else { return self.error(format!("`{word}` is no cell")) };
                return Ok(Place::At { address: self.boxed()?, cell });
            }
            Some("temp") => {
                self.word()?;
                let temp = TempId(self.index(TempId::PREFIX)?);
                return Ok(Place::Temp { temp, ty: self.ty()? });
            }
            _ => {}
        }
        let region = self.region()?;
        let word = self.word()?;
        if let Some(slot) = slot(&word) {
            return Ok(Place::Slot { region, slot });
        }
        let parts = word.split_once('+').and_then(|(c, at)| Some((cell(c)?, at.parse().ok()?)));
        let Some((cell, at)) = parts else { return self.error(format!("`{word}` is no place")) };
        let mut indices = Vec::new();
        while matches!(self.rest.as_slice().first(), Some(Item { kind: Kind::Index(_), .. })) {
            let Item { line, kind: Kind::Index(items) } = self.item()? else { continue };
            let mut items = Items { line, word: "index".to_string(), rest: items.into_iter() };
            indices.push(Index { index: items.expr()?, len: items.number()?, stride: items.number()? });
        }
        Ok(Place::Element { region, at, indices, cell })
    }

    /// Nothing may be left.
    fn end<T>(&mut self, value: T) -> Read<T> {
        match self.rest.next() {
            None => Ok(value),
            Some(item) => item.error(format!("too much in `({} …)`", self.word)),
        }
    }
}

fn cell(word: &str) -> Option<Cell> {
    let signed = match word.as_bytes().first()? {
        b'i' => true,
        b'u' => false,
        _ => return None,
    };
    let bits = word[1..].parse().ok().filter(|b| (1..=32).contains(b) || *b == 64)?;
    Some(Cell { bits, signed })
}

fn slot(word: &str) -> Option<Slot> {
    let (c, place) = word.split_once('@')?;
    let Cell { bits, signed } = cell(c)?;
    let (word, shift) = place.split_once('.')?;
    Some(Slot { word: word.parse().ok()?, shift: shift.parse().ok().filter(|s| *s < 32)?, bits, signed })
}

/// `5:i32`, `0x3ff0000000000000:f64`, `1.5:f64`
fn constant(word: &str) -> Option<Constant> {
    let (value, ty) = word.split_once(':')?;
    let ty = Type::named(ty)?;
    if let Some(hex) = value.strip_prefix("0x") {
        return Some(Constant::new(ty, u64::from_str_radix(hex, 16).ok()?));
    }
    match ty {
        Type::F64 => Some(Constant { ty, bits: value.parse::<f64>().ok()?.to_bits() }),
        Type::F32 => Some(Constant { ty, bits: u64::from(value.parse::<f32>().ok()?.to_bits()) }),
        _ => {
            let wide: i128 = value.parse().ok()?;
            let found = Constant::new(ty, wide as u64);
            (found.integer() == Some(wide)).then_some(found)
        }
    }
}

fn expr(item: Item) -> Read<Expr> {
    if let Kind::Word(word) = &item.kind {
        return constant(word).map_or_else(|| item.error(format!("`{word}` is no value")), |c| Ok(Expr::Const(c)));
    }
    let mut l = item.items()?;
    let word = l.word.clone();
    fn find<T: Copy>(table: &[(T, &str)], word: &str) -> Option<T> {
        table.iter().find(|(_, n)| *n == word).map(|(v, _)| *v)
    }
    let value = if let Some(op) = find(&Unary::ALL, &word) {
        Expr::Unary { op, ty: l.ty()?, value: l.boxed()? }
    } else if let Some(op) = find(&Binary::ALL, &word) {
        Expr::Binary { op, ty: l.ty()?, left: l.boxed()?, right: l.boxed()? }
    } else if let Some(op) = find(&Compare::ALL, &word) {
        Expr::Compare { op, ty: l.ty()?, left: l.boxed()?, right: l.boxed()? }
    } else if let Some(question) = find(&ChannelQuestion::ALL, &word) {
        Expr::Channel { question, channel: l.boxed()? }
    } else {
        match word.as_str() {
            "load" => {
                let ty = l.ty()?;
                Expr::Load { place: l.place()?, ty }
            }
            "address" => Expr::AddressOf(l.place()?),
            "not" => Expr::Not(l.boxed()?),
            "and" => Expr::And(l.boxed()?, l.boxed()?),
            "or" => Expr::Or(l.boxed()?, l.boxed()?),
            "if" => Expr::Conditional { condition: l.boxed()?, yes: l.boxed()?, no: l.boxed()? },
            "convert" => Expr::Convert { from: l.ty()?, to: l.ty()?, value: l.boxed()? },
            "poll" => {
                let random = l.has("any");
                Expr::Poll { channel: l.boxed()?, patterns: l.patterns()?, random }
            }
            "event" => {
                let send = l.of(&[(true, "send"), (false, "receive")])?;
                Expr::Event { send, channel: l.boxed()?, patterns: l.patterns()? }
            }
            _ => Expr::process(question(&word, &mut l)?),
        }
    };
    l.end(value)
}

fn question(word: &str, l: &mut Items) -> Read<ProcessQuestion> {
    Ok(match word {
        "pid" => ProcessQuestion::Pid,
        "processes" => ProcessQuestion::Count,
        "timeout" => ProcessQuestion::Timeout,
        "np" => ProcessQuestion::NonProgress,
        "enabled" => ProcessQuestion::Enabled(l.expr()?),
        "pc" => ProcessQuestion::ControlState(l.expr()?),
        "is-at" => {
            let label = LabelId(l.index(LabelId::PREFIX)?);
            ProcessQuestion::IsAt(l.expr()?, label)
        }
        "priority" => ProcessQuestion::Priority(l.expr()?),
        "first" => ProcessQuestion::First(l.proctype()?),
        _ => return l.error(format!("`({word} …)` is no value")),
    })
}

fn pattern(item: Item) -> Read<Pattern> {
    if let Kind::Word(word) = &item.kind
        && word == "_"
    {
        return Ok(Pattern::Ignore);
    }
    let mut l = item.items()?;
    let pattern = match l.word.as_str() {
        "match" => Pattern::Match(l.expr()?),
        "store" => Pattern::Store(l.place()?),
        _ => return l.error("`(match …)`, `(store …)` or `_` is needed"),
    };
    l.end(pattern)
}

fn guard(item: Item) -> Read<Guard> {
    let mut l = item.items()?;
    let guard = match l.word.as_str() {
        "never" => Guard::Never,
        "always" => Guard::Always,
        "else" => Guard::Else,
        "when" => Guard::When(l.expr()?),
        _ => return l.error("a guard is needed"),
    };
    l.end(guard)
}

fn effect(item: Item) -> Read<Effect> {
    let mut l = item.items()?;
    let effect = match l.word.as_str() {
        "assign" => Effect::Assign { place: l.place()?, value: l.expr()? },
        "choose" => Effect::Choose { place: l.place()?, from: l.expr()?, to: l.expr()? },
        "require" => Effect::Require(l.expr()?),
        "assert" => {
            let message = MessageId(l.index(MessageId::PREFIX)?);
            Effect::Assert { condition: l.expr()?, message }
        }
        "print" => Effect::Print { format: FormatId(l.index(FormatId::PREFIX)?), args: l.exprs()? },
        "printm" => Effect::PrintMtype { mtype: MtypeId(l.index(MtypeId::PREFIX)?), value: l.expr()? },
        "send" => {
            let sorted = l.has("sorted");
            Effect::Send { channel: l.expr()?, args: l.exprs()?, sorted }
        }
        "receive" => {
            let (random, keep) = (l.has("any"), l.has("keep"));
            Effect::Receive { channel: l.expr()?, patterns: l.patterns()?, random, keep }
        }
        "run" => {
            let (proctype, priority) = (l.proctype()?, l.number()?.clamp(1, 255) as u8);
            let mut result = None;
            let mut args = Vec::new();
            for item in l.by_ref() {
                if item.begins_with("result") {
                    result = Some(item.items()?.place()?);
                } else {
                    args.push(expr(item)?);
                }
            }
            Effect::Run { proctype, args, priority, result }
        }
        "set-priority" => Effect::SetPriority { process: l.expr()?, priority: l.expr()? },
        "end" => Effect::End,
        "d_step" => {
            let line = l.number()?;
            Effect::DStep(Box::new(Graph { line, nodes: l.by_ref().map(node).collect::<Read<_>>()? }))
        }
        word => return l.error(format!("`({word} …)` is no effect")),
    };
    l.end(effect)
}

fn node(item: Item) -> Read<GraphNode> {
    let mut l = item.items()?;
    match l.word.as_str() {
        "node" => {
            let position = l.of(&Position::ALL)?;
            let guard = guard(l.item()?)?;
            let effects = l.item()?.list("do")?.map(effect).collect::<Read<_>>()?;
            let next = match l.peek_word() {
                Some(_) => Some(NodeId(l.index(NodeId::PREFIX)?)),
                None => None,
            };
            l.end(GraphNode::Step { guard, effects, position, next })
        }
        "choice" => {
            let position = l.of(&Position::ALL)?;
            let mut options = Vec::new();
            while l.peek_word().is_some() {
                options.push(NodeId(l.index(NodeId::PREFIX)?));
            }
            l.end(GraphNode::Choice { options, position })
        }
        _ => l.error("`(node …)` or `(choice …)` is needed"),
    }
}

/// `("x" u8@1.0 number)`
fn leaf(item: Item) -> Read<Leaf> {
    let Item { line, kind: Kind::List(items) } = item else { return item.error("a variable is needed") };
    let mut l = Items { line, word: "variable".to_string(), rest: items.into_iter() };
    let leaf = Leaf { name: l.text()?, slot: l.slot()?, show: l.show()? };
    l.end(leaf)
}

fn channel_type(l: &mut Items) -> Read<ChannelType> {
    let (name, capacity, stride) = (l.text()?, l.number()?, l.number()?);
    let (first, words) = (l.number()?, l.number()?);
    let (mut fields, mut shows) = (Vec::new(), Vec::new());
    for item in l.by_ref() {
        let Item { line, kind: Kind::List(items) } = item else { return item.error("a field is needed") };
        let mut f = Items { line, word: "field".to_string(), rest: items.into_iter() };
        fields.push(f.slot()?);
        shows.push(f.show()?);
    }
    Ok(ChannelType { name, capacity, fields, shows, stride, first, words })
}

fn statement(l: &mut Items) -> Read<Statement> {
    let (text, proctype, state) = (l.text()?, l.proctype()?, l.state()?);
    let kind = l.of(&StatementKind::ALL)?;
    let silent = l.has("silent");
    let standing = Standing { in_atomic: l.has("in-atomic"), labelled: l.has("labelled"), escapes: l.has("escapes") };
    Ok(Statement { proctype, state, span: Span::default(), text, silent, kind, standing })
}

/// One of the lists of a model.
fn declaration(model: &mut Model, item: Item) -> Read<()> {
    let mut l = item.items()?;
    match l.word.as_str() {
        "words" => (model.global_words, model.hidden_words) = (l.number()?, l.number()?),
        "has-priority" => model.has_priority = true,
        "has-timeout" => model.has_timeout = true,
        "has-np" => model.has_np = true,
        "has-enabled" => model.has_enabled = true,
        "has-provided" => model.has_provided = true,
        "has-rendezvous" => model.has_rendezvous = true,
        "mtype" => {
            let subtype = l.text()?;
            let mut names = Vec::new();
            while !l.rest.as_slice().is_empty() {
                names.push(l.text()?);
            }
            model.mtypes.push(MtypeNames { subtype, names });
        }
        "message" => model.messages.push(l.text()?),
        "format" => model.formats.push(l.text()?),
        "channel-type" => model.channel_types.push(channel_type(&mut l)?),
        "channel" => {
            model.global_channels.push(l.number()?);
            model.channel_variables.push((l.region()?, l.slot()?));
        }
        "global" => model.global_leaves.push(leaf(l.item()?)?),
        "hidden" => model.hidden_leaves.push(leaf(l.item()?)?),
        "object" => {
            let name = l.text()?;
            let home = if l.has("static") { Home::Static } else { Home::Frame(l.proctype()?) };
            let (at, size, writable) = (l.number()?, l.number()?, !l.has("constant"));
            model.objects.push(Object { name, home, at, size, writable, address: 0 });
        }
        "init" => model.init.push(effect(l.item()?)?),
        "label" => {
            model.label_owners.push(l.proctype()?);
            model.label_refs.push(l.state()?);
        }
        "statement" => {
            let statement = statement(&mut l)?;
            model.statements.push(statement);
        }
        "proctype" => proctype(model, &mut l)?,
        "active" => {
            let id = l.proctype()?;
            let priority = if l.peek_word().is_some() { l.number()?.clamp(1, 255) as u8 } else { 1 };
            model.active.push((id, priority));
        }
        "claim" => model.claims.push(l.proctype()?),
        "use-claim" => {
            let (proctype, frame) = (l.proctype()?, l.number()?);
            model.claim = Some(ClaimUse { proctype, frame, counts_steps: l.has("counts-steps") });
        }
        "use-trace" => {
            let (proctype, event) = (l.proctype()?, l.slot()?);
            let negated = l.has("negated");
            model.trace = Some(TraceUse { proctype, negated, event, sends: Vec::new(), receives: Vec::new() });
        }
        "trace-send" | "trace-receive" => {
            let channel = l.expr()?;
            let is_send = l.word == "trace-send";
            match &mut model.trace {
                Some(trace) if is_send => trace.sends.push(channel),
                Some(trace) => trace.receives.push(channel),
                None => return l.error("there is no `(use-trace …)` before it"),
            }
        }
        "last" => model.last = Some(l.slot()?),
        word => return l.error(format!("`({word} …)` is nothing that a model has")),
    }
    l.end(())
}

fn proctype(model: &mut Model, l: &mut Items) -> Read<()> {
    let id = ProctypeId(model.proctypes.len() as u32);
    let name = l.text()?;
    let kind = if l.peek_word().is_some() { l.of(&ProctypeKind::ALL)? } else { ProctypeKind::Proctype };
    let unused = State { first: 0, count: 0, end: false, accept: false, progress: false, span: Span::default() };
    let mut p = Proctype {
        name,
        kind,
        deterministic: false,
        span: Span::default(),
        states: vec![State { first: model.transitions.len() as u32, ..unused.clone() }],
        start: StateId(1),
        base: 0,
        frame_words: 1,
        pc: Slot { word: 0, shift: 0, bits: 8, signed: false },
        priority: None,
        params: Vec::new(),
        channels: Vec::new(),
        init: Vec::new(),
        provided: None,
        leaves: Vec::new(),
        labels: Vec::new(),
        promises: Vec::new(),
    };
    for item in l.by_ref() {
        let mut l = item.items()?;
        match l.word.as_str() {
            "deterministic" => p.deterministic = true,
            "frame" => (p.frame_words, p.pc) = (l.number()?, l.slot()?),
            "priority" => p.priority = Some(l.slot()?),
            "parameter" => p.params.push(l.slot()?),
            "channel" => p.channels.push((l.number()?, l.slot()?)),
            "local" => p.leaves.push(leaf(l.item()?)?),
            "label" => p.labels.push((l.text()?, l.state()?)),
            "xs" => p.promises.push(Promise { sends: true, channel: l.expr()? }),
            "xr" => p.promises.push(Promise { sends: false, channel: l.expr()? }),
            "init" => p.init.push(effect(l.item()?)?),
            "provided" => p.provided = Some(l.expr()?),
            "start" => p.start = l.state()?,
            "state" => {
                let number = l.state()?;
                if number.index() != p.states.len() {
                    return l.error(format!("the states of `{}` have to come in order", p.name));
                }
                let (end, accept, progress) = (l.has("end"), l.has("accept"), l.has("progress"));
                let first = model.transitions.len() as u32;
                for item in l.by_ref() {
                    transition(model, id, number, item)?;
                }
                let count = model.transitions.len() as u32 - first;
                p.states.push(State { first, count, end, accept, progress, span: Span::default() });
            }
            word => return l.error(format!("`({word} …)` is nothing that a proctype has")),
        }
        l.end(())?;
    }
    model.proctypes.push(p);
    Ok(())
}

fn transition(model: &mut Model, proctype: ProctypeId, state: StateId, item: Item) -> Read<()> {
    let mut l = item.list("to")?;
    let target = l.state()?;
    let mut t = Transition {
        guard: Guard::Always,
        effects: Vec::new(),
        action: Action::Never,
        target,
        atomic: false,
        receives: false,
        repeats: false,
        escape: 0,
        id: model.transitions.len() as u32,
        statement: u32::MAX,
    };
    for item in l {
        if !item.is_list() {
            let Kind::Word(word) = &item.kind else { return item.error("a word is needed") };
            match word.as_str() {
                "atomic" => t.atomic = true,
                "receives" => t.receives = true,
                "repeats" => t.repeats = true,
                word => return item.error(format!("`{word}` is nothing that a transition has")),
            }
            continue;
        }
        let Kind::List(items) = &item.kind else { continue };
        let Some(Item { kind: Kind::Word(word), .. }) = items.first() else {
            return item.error("a list has to begin with a word");
        };
        match word.as_str() {
            "do" => t.effects = item.list("do")?.map(effect).collect::<Read<_>>()?,
            "escape" => t.escape = item.items()?.number()?,
            "id" => t.id = item.items()?.number()?,
            "statement" => t.statement = item.items()?.number()?,
            _ => t.guard = guard(item)?,
        }
    }
    if t.statement == u32::MAX {
        t.statement = model.statements.len() as u32;
        let kind = match (&t.guard, t.effects.first()) {
            (_, Some(Effect::Send { .. })) => StatementKind::Send,
            (_, Some(Effect::Receive { .. })) => StatementKind::Receive,
            (_, Some(Effect::End)) => StatementKind::End,
            (_, Some(Effect::DStep(_))) => StatementKind::DStep,
            (Guard::When(_), None) => StatementKind::Condition,
            _ => StatementKind::Other,
        };
        t.receives |= kind == StatementKind::Receive;
        model.statements.push(Statement {
            proctype,
            state,
            span: Span::default(),
            text: name(&StatementKind::ALL, kind).to_string(),
            silent: false,
            kind,
            standing: Standing::default(),
        });
    }
    model.transitions.push(t);
    Ok(())
}
