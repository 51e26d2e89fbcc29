//! From syntax trees to the typed program: what is under way while the sources are read.
//!
//! [`build`] is the way in. The work is spread over the files beside this one, each with the part of
//! [`Builder`] that its noun needs: specifiers, declarators, records, expressions, statements.
//! It never fails: what cannot be made out becomes [`super::Type::Error`] or an opaque expression, after a finding.
//!
//! [`link`] does the same and adds, from a [`Supply`], the sources of the names that the program uses and does not
//! define. Such a source is known to be a library's: a name that the user defines is the user's for the user, and the
//! library's own for the library, as with glibc; but for the functions of the heap, which everybody takes from the
//! user.

use super::codes;
use super::scopes::Scopes;
use super::{EnumId, Expr, ExprKind, FunctionId, ObjectId, Program, RecordId, Storage, TypeId};
use crate::c::Unit;
use lang_c::ast;
use lang_c::span::{Node, Span as TextSpan};
use promela::finding::{Finding, Findings};
use promela::source::Span;
use std::collections::{HashMap, HashSet};

/// The sources as one program. Functions and objects of one name with external linkage are one.
pub fn build(units: &[&Unit], findings: &mut Findings) -> Program {
    let Some(first) = units.first() else { return Program::default() };
    let mut builder = new_builder(first, false, findings);
    for unit in units {
        builder.read(unit);
    }
    builder.program
}

/// The library's function that starts a statement that CBMC runs as a thread of its own.
pub const START_ASYNC: &str = "__lib_start_async";

/// Whether CBMC runs a statement with this label as a thread of its own.
pub fn is_async(label: &str) -> bool {
    label.starts_with("__CPROVER_ASYNC_")
}

/// Where definitions come from that the sources do not have.
pub trait Supply<'u> {
    /// Whether there is a definition of this name.
    fn defines(&self, name: &str) -> bool;
    /// The source that defines the name; `None` if there is none, or if it was given already.
    fn source_of(&mut self, name: &str) -> Option<&'u Unit>;
}

/// A program with what it needs of a library.
#[derive(Debug, Default)]
pub struct Linked {
    pub program: Program,
    /// Sources from this number on are the library's.
    pub library: u32,
    /// Of [`Program::functions`]: `main` and what is called or named from there. Others of the library have no body.
    pub reached: Vec<bool>,
    /// What is called when `main` returns.
    pub exit: Option<FunctionId>,
    /// `atexit`, if there are destructors.
    pub atexit: Option<FunctionId>,
}

/// The sources as one program with exact types, and with the definitions that it needs and lacks. `main` returns by a
/// call of `exit`, which is needed, too.
pub fn link<'u>(units: &[&'u Unit], supply: &mut dyn Supply<'u>, findings: &mut Findings) -> Linked {
    let Some(first) = units.first() else { return Linked::default() };
    let mut builder = new_builder(first, true, findings);
    builder.supplied = Some(supply);
    for unit in units {
        builder.read(unit);
    }
    let library = units.len() as u32;
    builder.library = Some(Boundary { users: builder.defined() });
    let exit = builder.library_function("exit");
    let destructors = builder.program.functions.iter().any(|f| f.destructor.is_some() && f.body.is_some());
    let atexit = destructors.then(|| builder.library_function("atexit"));
    let mut worklist = Worklist::default();
    worklist.roots(&builder, exit);
    atexit.into_iter().for_each(|f| worklist.add(External::Function(f)));
    while let Some(next) = worklist.list.pop() {
        let (name, defined) = match next {
            External::Function(f) => {
                let function = builder.program.function(f);
                (&function.name, function.body.is_some())
            }
            External::Object(o) => {
                let object = builder.program.object(o);
                (&object.name, object.storage != Storage::External)
            }
        };
        if !defined && let Some(unit) = builder.supplied.as_mut().and_then(|s| s.source_of(&name.clone())) {
            builder.read(unit);
        }
        worklist.follow(&builder, next);
    }
    let mut program = builder.program;
    let mut reached = vec![false; program.functions.len()];
    for met in worklist.met {
        if let External::Function(f) = met {
            reached[f.0 as usize] = true;
        }
    }
    for (function, reached) in program.functions.iter_mut().zip(&reached) {
        if function.source >= library && !reached {
            function.body = None;
        }
    }
    Linked { program, library, reached, exit: Some(exit), atexit }
}

/// What is used and was not followed yet, and all that was met.
#[derive(Default)]
struct Worklist {
    list: Vec<External>,
    met: HashSet<External>,
    /// How many of the uses outside of functions were taken.
    outside: usize,
}

impl Worklist {
    fn add(&mut self, used: External) {
        if self.met.insert(used) {
            self.list.push(used);
        }
    }

    fn roots(&mut self, builder: &Builder, exit: FunctionId) {
        for (id, function) in builder.program.functions.iter().enumerate() {
            if function.body.is_some() && (function.name == "main" || function.outside_main) {
                self.add(External::Function(FunctionId(id as u32)));
            }
        }
        self.add(External::Function(exit));
        self.take_outside(builder);
    }

    fn take_outside(&mut self, builder: &Builder) {
        for used in &builder.uses_outside[self.outside..] {
            self.add(*used);
        }
        self.outside = builder.uses_outside.len();
    }

    fn follow(&mut self, builder: &Builder, used: External) {
        self.take_outside(builder);
        if let External::Function(f) = used
            && let Some(uses) = builder.uses.get(&f)
        {
            uses.iter().for_each(|used| self.add(*used));
        }
    }
}

fn new_builder<'u, 'f>(first: &'u Unit, exact: bool, findings: &'f mut Findings) -> Builder<'u, 'f> {
    Builder {
        program: Program::default(),
        findings,
        exact,
        wide_bits: 0,
        supplied: None,
        library: None,
        replaced: HashMap::new(),
        uses: HashMap::new(),
        uses_outside: Vec::new(),
        unit: first,
        source: 0,
        sources: 0,
        scopes: Scopes::new(),
        externals: HashMap::new(),
        function: None,
        known: HashMap::new(),
        met: HashMap::new(),
        records_completed: HashSet::new(),
        packing: Vec::new(),
        weak: HashSet::new(),
        vectors: HashMap::new(),
        switches: Vec::new(),
    }
}

/// What is known when the library's sources begin.
pub(super) struct Boundary {
    /// What the user defines. A name that the user only declares is the library's, whichever of its sources has it.
    users: HashSet<External>,
}

/// Names that a library, too, takes from the user if the user defines them.
const HEAP: &[&str] = &[
    "malloc",
    "calloc",
    "realloc",
    "free",
    "aligned_alloc",
    "memalign",
    "posix_memalign",
    "valloc",
    "pvalloc",
    "malloc_usable_size",
];

/// A name that all sources share.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum External {
    Object(ObjectId),
    Function(FunctionId),
}

/// A record or enum of an earlier source.
#[derive(Clone, Copy, Debug)]
pub(super) enum Known {
    Record(RecordId),
    Enum(EnumId),
}

pub(super) struct Builder<'u, 'f> {
    pub program: Program,
    pub findings: &'f mut Findings,
    /// Types and initialisers as the machine has them, where Promela needs less.
    pub exact: bool,
    /// How often a bit-field was read whose type has its width, where types do not say so.
    pub wide_bits: u32,
    supplied: Option<&'f mut dyn Supply<'u>>,
    /// While sources of a library are read.
    library: Option<Boundary>,
    /// Names of a library that the user defines, too: the library's own.
    replaced: HashMap<String, External>,
    /// What the bodies of functions use, and what initialisers outside of functions do.
    uses: HashMap<FunctionId, Vec<External>>,
    uses_outside: Vec<External>,
    pub unit: &'u Unit,
    /// The number of the source being read.
    pub source: u32,
    /// How many were begun.
    sources: u32,
    pub scopes: Scopes<'u>,
    pub externals: HashMap<String, External>,
    /// The function whose body is being read.
    pub function: Option<FunctionId>,
    /// Records and enums of the sources read so far, by place and tag.
    known: HashMap<(Span, Option<String>), Vec<Known>>,
    /// How many of those places this source has come past.
    met: HashMap<(Span, Option<String>), usize>,
    /// The records this source has completed.
    pub records_completed: HashSet<RecordId>,
    /// `#pragma pack`: from this offset on, this limit.
    packing: Vec<(usize, Option<u64>)>,
    /// Functions whose definition another may replace.
    pub weak: HashSet<FunctionId>,
    /// The types of the elements of vector types.
    pub vectors: HashMap<TypeId, TypeId>,
    /// The types of the `switch` statements around, after promotion: case labels are converted to it.
    pub switches: Vec<TypeId>,
}

impl<'u> Builder<'u, '_> {
    fn read(&mut self, unit: &'u Unit) {
        self.begin(unit);
        for node in &unit.ast.0 {
            match &node.node {
                ast::ExternalDeclaration::Declaration(d) => {
                    self.declaration(d);
                }
                ast::ExternalDeclaration::StaticAssert(assertion) => self.static_assert(assertion),
                ast::ExternalDeclaration::FunctionDefinition(f) => self.function_definition(f),
            }
        }
    }

    /// A function or object of all sources, as the source being read sees it.
    pub fn external(&self, name: &str) -> Option<External> {
        let found = self.externals.get(name).copied();
        let Some(boundary) = &self.library else { return found };
        let of_the_user = found.is_some_and(|found| boundary.users.contains(&found));
        if of_the_user && !HEAP.contains(&name) { self.replaced.get(name).copied() } else { found }
    }

    /// The functions and objects that have a definition in the sources so far.
    fn defined(&self) -> HashSet<External> {
        let all = self.externals.values().copied();
        let defined = all.filter(|external| match *external {
            External::Function(f) => self.program.function(f).body.is_some(),
            External::Object(o) => self.program.object(o).storage != Storage::External,
        });
        defined.collect()
    }

    pub fn declare_external(&mut self, name: &str, external: External) {
        let hidden = self.library.is_some() && self.externals.contains_key(name) && self.external(name).is_none();
        let names = if hidden { &mut self.replaced } else { &mut self.externals };
        names.insert(name.to_string(), external);
    }

    pub fn in_library(&self) -> bool {
        self.library.is_some()
    }

    /// A function of the library by its name, declared if need be.
    fn library_function(&mut self, name: &str) -> FunctionId {
        if let Some(External::Function(id)) = self.external(name) {
            return id;
        }
        let ty = super::Type::Function { result: TypeId::VOID, parameters: vec![TypeId::INT], variadic: false };
        let ty = self.program.types.intern(ty);
        let id = self.new_function(name, ty, false, Span::default());
        self.declare_external(name, External::Function(id));
        id
    }

    /// A statement runs as a thread of its own: the library starts it.
    pub(super) fn needs_async(&mut self) {
        let ty = super::Type::Function {
            result: TypeId::VOID,
            parameters: vec![TypeId::VOID_POINTER, TypeId::VOID_POINTER],
            variadic: false,
        };
        let ty = self.program.types.intern(ty);
        let id = match self.external(START_ASYNC) {
            Some(External::Function(id)) => id,
            _ => {
                let id = self.new_function(START_ASYNC, ty, false, Span::default());
                self.declare_external(START_ASYNC, External::Function(id));
                id
            }
        };
        self.note_use(External::Function(id));
    }

    /// The name of a library's function behind a builtin: `memcpy` for `__builtin_memcpy`.
    pub fn behind_builtin<'n>(&self, name: &'n str) -> Option<&'n str> {
        let plain = name.strip_prefix("__builtin_")?;
        self.supplied.as_ref().is_some_and(|s| s.defines(plain)).then_some(plain)
    }

    /// Notes that the function being read, or an initialiser, names something.
    pub fn note_use(&mut self, used: External) {
        if self.supplied.is_none() {
            return;
        }
        match self.function {
            Some(function) => self.uses.entry(function).or_default().push(used),
            None => self.uses_outside.push(used),
        }
    }

    fn begin(&mut self, unit: &'u Unit) {
        self.unit = unit;
        self.source = self.sources;
        self.sources += 1;
        self.scopes = Scopes::new();
        self.function = None;
        self.met.clear();
        self.records_completed.clear();
        self.packing = pragma_packs(&unit.text);
    }

    /// The place in the user's file, without the white space that the parser counts in.
    pub fn span(&self, span: TextSpan) -> Span {
        if span.is_none() {
            return Span::default();
        }
        let bytes = self.unit.text.as_bytes();
        let mut end = span.end.min(bytes.len());
        while end > span.start && bytes[end - 1].is_ascii_whitespace() {
            end -= 1;
        }
        self.unit.positions.span(span.start, end)
    }

    /// The parsed text of a node.
    pub fn source_text(&self, span: TextSpan) -> &'u str {
        self.unit.text.get(span.start..span.end).unwrap_or("").trim()
    }

    /// A name as the user wrote it.
    pub fn name(&self, id: &'u Node<ast::Identifier>) -> &'u str {
        self.unit.names.original(&id.node.name)
    }

    pub fn warn(&mut self, code: &'static str, span: TextSpan, message: impl Into<String>) {
        let span = self.span(span);
        self.findings.push(Finding::warning(code, span, message));
    }

    /// What an earlier source made of this place.
    pub fn known_at(&mut self, span: Span, tag: Option<&str>) -> Option<Known> {
        if span.start == span.end {
            return None;
        }
        let key = (span, tag.map(str::to_string));
        let count = self.met.entry(key.clone()).or_default();
        let index = *count;
        *count += 1;
        self.known.get(&key)?.get(index).copied()
    }

    pub fn remember(&mut self, span: Span, tag: Option<&str>, known: Known) {
        if span.start != span.end {
            self.known.entry((span, tag.map(str::to_string))).or_default().push(known);
        }
    }

    /// The limit that `#pragma pack` sets at an offset of the parsed text.
    pub fn packing_at(&self, offset: usize) -> Option<u64> {
        let after = self.packing.partition_point(|(at, _)| *at <= offset);
        self.packing[..after].last().and_then(|(_, limit)| *limit)
    }

    pub fn constant_expression(&mut self, node: &'u Node<ast::Expression>) -> Option<i128> {
        let e = self.expression(node);
        let value = self.program.constant(&e);
        if value.is_none() && e.ty != TypeId::ERROR {
            self.warn(
                codes::NOT_CONSTANT,
                node.span,
                "a constant is needed here, and this is none that can be computed",
            );
        }
        value
    }

    pub fn static_assert(&mut self, node: &'u Node<ast::StaticAssert>) {
        let e = self.expression(&node.node.expression);
        if self.program.constant(&e) == Some(0) {
            let message = "this assertion does not hold on the machine that is assumed here (x86-64, LP64)";
            let span = self.span(node.span);
            let finding = Finding::warning(codes::ASSERTION_FAILS, span, message)
                .label("sizes or limits differ")
                .help("the model follows the sizes of x86-64; build for it, or expect other arithmetic");
            self.findings.push(finding);
        }
    }

    pub fn expr(&self, kind: ExprKind, ty: TypeId, span: TextSpan) -> Expr {
        Expr { kind, ty, span: self.span(span) }
    }

    pub fn opaque(&self, text: String, operands: Vec<Expr>, ty: TypeId, span: TextSpan) -> Expr {
        self.expr(ExprKind::Opaque { text, operands }, ty, span)
    }
}

/// The `#pragma pack` lines of a text, as limits from an offset on.
fn pragma_packs(text: &str) -> Vec<(usize, Option<u64>)> {
    let mut result = Vec::new();
    let mut stack: Vec<Option<u64>> = Vec::new();
    let mut current = None;
    for (at, found) in text.match_indices("#pragma pack") {
        let rest = &text[at + found.len()..];
        let line = rest.split('\n').next().unwrap_or("");
        let Some(inside) = line.trim().strip_prefix('(').and_then(|l| l.split(')').next()) else { continue };
        let mut number = None;
        let mut plain = true;
        for word in inside.split(',').map(str::trim) {
            match word {
                "push" => {
                    stack.push(current);
                    plain = false;
                }
                "pop" => {
                    current = stack.pop().flatten();
                    plain = false;
                }
                _ => number = number.or(word.parse::<u64>().ok()),
            }
        }
        if number.is_some() || plain {
            current = number.filter(|n| *n > 0);
        }
        result.push((at, current));
    }
    result
}

#[cfg(test)]
mod tests {
    use super::pragma_packs;

    #[test]
    fn packs() {
        let text = "#pragma pack(push, 1)\nx\n#pragma pack(2)\n#pragma pack(pop)\n#pragma pack()\n";
        let limits: Vec<_> = pragma_packs(text).into_iter().map(|(_, limit)| limit).collect();
        assert_eq!(limits, [Some(1), Some(2), None, None]);
    }
}
