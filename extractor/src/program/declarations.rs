//! Declarations of objects, functions and typedefs, and definitions of functions.

use super::build::{Builder, External};
use super::codes;
use super::declarators::{Declared, Parameters};
use super::scopes::{Name, Qualified, Qualifiers};
use super::specifiers::Specifiers;
use super::{Declaration, Declarator, Function, FunctionId, Object, ObjectId, Storage, Type, TypeId};
use lang_c::ast::{self, StorageClassSpecifier};
use lang_c::span::{Node, Span};
use promela::finding::Finding;
use std::collections::HashMap;

impl<'u> Builder<'u, '_> {
    /// Declares all names. What comes back are the objects that live in the block, if there are any.
    pub(super) fn declaration(&mut self, node: &'u Node<ast::Declaration>) -> Option<Declaration> {
        let list = &node.node.specifiers;
        let specifiers = self.specifiers(list, node.node.declarators.is_empty());
        let mut declarators = Vec::new();
        for init_declarator in &node.node.declarators {
            let declarator = &init_declarator.node.declarator;
            let mut declared = self.declarator(specifiers.ty, specifiers.qualifiers, declarator);
            declared.ty = self.moded(declared.ty, &declared.attributes);
            let Some(name) = declared.name else { continue };
            if specifiers.storage == Some(StorageClassSpecifier::Typedef) {
                self.typedef(name, &declared, &specifiers);
                continue;
            }
            if matches!(self.program.ty(declared.ty), Type::Function { .. }) {
                self.declare_function(name, declared.ty, &specifiers, &declared, false);
                continue;
            }
            let attributes = specifiers.attributes.and(&declared.attributes);
            let has_init = init_declarator.node.initializer.is_some();
            let object = self.declare_object(name, &declared, &specifiers, has_init);
            if let Some(initializer) = &init_declarator.node.initializer {
                let (init, ty) = self.initialiser(declared.ty, initializer);
                let object = &mut self.program.objects[object.0 as usize];
                if matches!(self.program.types.list[object.ty.0 as usize], Type::Array(_, None)) {
                    object.ty = ty;
                }
                object.init = Some(init);
            }
            let natural = if declared.layers == 0 { specifiers.natural } else { None };
            if let Some(align) = attributes.align.or(natural) {
                let object = &mut self.program.objects[object.0 as usize];
                object.align = object.align.max(Some(align));
            }
            if let Some(Name::Function(function)) = attributes.cleanup.and_then(|name| self.scopes.find(name)) {
                self.program.objects[object.0 as usize].cleanup = Some(function);
                self.note_use(External::Function(function));
            }
            let lives_here = matches!(
                self.program.object(object),
                Object { storage: Storage::Local | Storage::LocalStatic | Storage::ThreadLocal, function: Some(_), .. }
            );
            if lives_here {
                let text = super::text::compact(&self.unit.names, self.source_text(declarator.span));
                let string = init_declarator.node.initializer.as_ref().and_then(|i| self.string_of(declared.ty, i));
                let Declared { lengths, length_types, .. } = declared;
                declarators.push(Declarator { object, text, lengths, length_types, string });
            }
        }
        if declarators.is_empty() {
            return None;
        }
        let text = match (list.first(), list.last()) {
            (Some(first), Some(last)) => self.source_text(Span::span(first.span.start, last.span.end)),
            _ => "int",
        };
        Some(Declaration { specifiers: super::text::specifiers(&self.unit.names, text), declarators })
    }

    fn typedef(&mut self, name: &'u Node<ast::Identifier>, declared: &Declared<'u>, specifiers: &Specifiers) {
        let natural = if declared.layers == 0 { specifiers.natural } else { None };
        let align = declared.attributes.align.or(natural);
        // The handle of a thread: the model numbers threads, and 32 bits are enough for that.
        let handle = !self.exact
            && matches!(name.node.name.as_str(), "pthread_t" | "thrd_t")
            && matches!(self.program.types.list[declared.ty.0 as usize], Type::Int { bits: 64, .. });
        let ty = if handle { TypeId::UINT } else { declared.ty };
        let typedef = Qualified { ty, qualifiers: declared.qualifiers, align };
        self.scopes.declare(&name.node.name, Name::Typedef(typedef));
        let first = match self.program.types.list[declared.ty.0 as usize] {
            Type::Record(id) => {
                let record = &mut self.program.records[id.0 as usize];
                if let (Some(layout), Some(size)) = (&mut record.layout, library_size(&name.node.name)) {
                    layout.size = layout.size.max(size);
                    layout.align = layout.align.max(8);
                }
                &mut record.typedef
            }
            Type::Enum(id) => &mut self.program.enums[id.0 as usize].typedef,
            _ => return,
        };
        first.get_or_insert_with(|| self.unit.names.original(&name.node.name).to_string());
    }

    fn declare_object(
        &mut self,
        name: &'u Node<ast::Identifier>,
        declared: &Declared<'u>,
        specifiers: &Specifiers,
        has_init: bool,
    ) -> ObjectId {
        let text = name.node.name.as_str();
        let external = specifiers.storage == Some(StorageClassSpecifier::Extern);
        let fixed = specifiers.storage == Some(StorageClassSpecifier::Static);
        let file_level = self.scopes.at_file_level();
        if !file_level && !external {
            let storage = match (specifiers.thread_local, fixed) {
                (true, _) => Storage::ThreadLocal,
                (_, true) => Storage::LocalStatic,
                _ => Storage::Local,
            };
            let id = self.new_object(name, declared.ty, declared.qualifiers, storage);
            self.program.objects[id.0 as usize].function = self.function;
            self.scopes.declare(text, Name::Object(id));
            return id;
        }
        let linked = |name: Option<Name>, objects: &[Object]| match name {
            Some(Name::Object(id)) if objects[id.0 as usize].function.is_none() => Some(id),
            _ => None,
        };
        let mut prior = linked(self.scopes.find(text), &self.program.objects)
            .or_else(|| linked(self.scopes.find_at_file_level(text), &self.program.objects));
        if prior.is_none()
            && !fixed
            && let Some(External::Object(id)) = self.external(self.unit.names.original(text))
        {
            prior = Some(id);
        }
        let defines = file_level && (!external || has_init);
        let storage = match (specifiers.thread_local, fixed, defines) {
            (true, ..) => Storage::ThreadLocal,
            (_, true, _) => Storage::FileStatic,
            (.., true) => Storage::Global,
            _ => Storage::External,
        };
        let id = match prior {
            Some(id) => {
                self.redeclare_object(id, name, declared, storage, has_init);
                id
            }
            None => self.new_object(name, declared.ty, declared.qualifiers, storage),
        };
        if self.program.object(id).storage != Storage::FileStatic && !fixed {
            self.declare_external(self.unit.names.original(text), External::Object(id));
        }
        self.scopes.declare(text, Name::Object(id));
        id
    }

    fn redeclare_object(
        &mut self,
        id: ObjectId,
        name: &'u Node<ast::Identifier>,
        declared: &Declared<'u>,
        storage: Storage,
        has_init: bool,
    ) {
        let span = self.span(name.span);
        let before = self.program.object(id);
        let incomplete = matches!(self.program.ty(before.ty), Type::Array(_, None));
        let differs = !self.program.compatible(before.ty, declared.ty)
            && before.ty != TypeId::ERROR
            && declared.ty != TypeId::ERROR;
        if has_init && before.init.is_some() {
            let finding = Finding::error(codes::DEFINED_TWICE, span, format!("`{}` is defined twice", name.node.name))
                .related(before.span, "the first definition")
                .help("give one of them another name, or make it `static`");
            self.findings.push(finding);
        } else if differs && !self.in_library() {
            let message = format!("`{}` is declared with another type elsewhere", name.node.name);
            let finding =
                Finding::warning(codes::TYPES_DIFFER, span, message).related(before.span, "the other declaration");
            self.findings.push(finding);
        }
        let object = &mut self.program.objects[id.0 as usize];
        if incomplete {
            object.ty = declared.ty;
        }
        if object.storage == Storage::External && storage != Storage::External {
            object.storage = storage;
            object.span = span;
            object.ty = if incomplete || differs { declared.ty } else { object.ty };
        }
        if has_init {
            object.span = span;
        }
        object.volatile |= declared.qualifiers.volatile;
        object.atomic |= declared.qualifiers.atomic;
    }

    fn new_object(
        &mut self,
        name: &Node<ast::Identifier>,
        ty: TypeId,
        qualifiers: Qualifiers,
        storage: Storage,
    ) -> ObjectId {
        let span = self.span(name.span);
        let id = ObjectId(self.program.objects.len() as u32);
        self.program.objects.push(Object {
            name: self.unit.names.original(&name.node.name).to_string(),
            ty,
            storage,
            function: None,
            constant: qualifiers.constant,
            volatile: qualifiers.volatile,
            atomic: qualifiers.atomic,
            init: None,
            cleanup: None,
            align: None,
            span,
        });
        id
    }

    fn declare_function(
        &mut self,
        name: &'u Node<ast::Identifier>,
        ty: TypeId,
        specifiers: &Specifiers,
        declared: &Declared<'u>,
        defines: bool,
    ) -> FunctionId {
        let text = name.node.name.as_str();
        let attributes = specifiers.attributes.and(&declared.attributes);
        let external = specifiers.storage == Some(StorageClassSpecifier::Extern);
        let fixed = specifiers.storage == Some(StorageClassSpecifier::Static);
        let internal = fixed || (specifiers.inline && !external) || attributes.gnu_inline;
        let function = |name: Option<Name>| match name {
            Some(Name::Function(id)) => Some(id),
            _ => None,
        };
        let mut prior = function(self.scopes.find(text)).or_else(|| function(self.scopes.find_at_file_level(text)));
        if prior.is_none()
            && !internal
            && let Some(External::Function(id)) = self.external(self.unit.names.original(text))
        {
            prior = Some(id);
        }
        let id = match prior {
            Some(id) => {
                let open = matches!(
                    self.program.ty(self.program.function(id).ty),
                    Type::Function { parameters, variadic: true, .. } if parameters.is_empty()
                );
                let function = &mut self.program.functions[id.0 as usize];
                if defines || (open && function.body.is_none()) {
                    function.ty = ty;
                }
                id
            }
            None => self.new_function(self.unit.names.original(text), ty, internal, self.span(name.span)),
        };
        let function = &mut self.program.functions[id.0 as usize];
        function.noreturn |= specifiers.noreturn || attributes.noreturn;
        function.linked |= attributes.weak || attributes.linked;
        function.outside_main |= attributes.constructor.is_some() || attributes.destructor.is_some();
        function.constructor = function.constructor.or(attributes.constructor);
        function.destructor = function.destructor.or(attributes.destructor);
        if !function.internal {
            self.declare_external(self.unit.names.original(text), External::Function(id));
        }
        if attributes.weak {
            self.weak.insert(id);
        }
        self.scopes.declare(text, Name::Function(id));
        id
    }

    pub(super) fn new_function(
        &mut self,
        name: &str,
        ty: TypeId,
        internal: bool,
        span: promela::source::Span,
    ) -> FunctionId {
        let id = FunctionId(self.program.functions.len() as u32);
        self.program.functions.push(Function {
            name: name.to_string(),
            ty,
            parameters: Vec::new(),
            body: None,
            internal,
            noreturn: false,
            linked: false,
            outside_main: false,
            constructor: None,
            destructor: None,
            lengths: Vec::new(),
            length_types: Vec::new(),
            span,
            source: self.source,
        });
        id
    }

    pub(super) fn function_definition(&mut self, node: &'u Node<ast::FunctionDefinition>) {
        let specifiers = self.specifiers(&node.node.specifiers, false);
        let declared = self.declarator(specifiers.ty, specifiers.qualifiers, &node.node.declarator);
        let (Some(name), Some(parameters)) = (declared.name, &declared.parameters) else {
            let message = "this was read as a function without parameters, which C does not have: it is left out";
            self.warn(codes::NOT_A_FUNCTION, node.node.declarator.span, message);
            return;
        };
        let result = match self.program.ty(declared.ty) {
            Type::Function { result, .. } => *result,
            _ => TypeId::ERROR,
        };
        let variadic = matches!(
            self.program.ty(declared.ty),
            Type::Function { parameters, variadic: true, .. } if !parameters.is_empty()
        );
        self.scopes.enter();
        let variable: Vec<_> = match parameters {
            Parameters::Prototype(list) => list.iter().map(|p| p.variable).collect(),
            Parameters::OldStyle(_) => Vec::new(),
        };
        let parameters = match parameters {
            Parameters::Prototype(list) => {
                list.iter().map(|p| (p.name, p.ty, p.qualifiers, p.span)).collect::<Vec<_>>()
            }
            Parameters::OldStyle(names) => {
                let mut types = self.old_style_parameters(&node.node.declarations);
                let plain = (TypeId::INT, Qualifiers::default());
                let typed = names.iter().map(|id| {
                    let (ty, qualifiers) = types.remove(id.node.name.as_str()).unwrap_or(plain);
                    (Some(id), ty, qualifiers, id.span)
                });
                typed.collect()
            }
        };
        self.scopes.leave();
        let types = parameters.iter().map(|p| p.1).collect();
        let ty = self.program.types.intern(Type::Function { result, parameters: types, variadic });
        let id = self.declare_function(name, ty, &specifiers, &declared, true);
        let span = self.span(name.span);
        if self.program.function(id).body.is_some() && !self.may_replace(id, span, name, &specifiers) {
            return;
        }
        let function = &mut self.program.functions[id.0 as usize];
        function.span = span;
        function.source = self.source;
        let around = self.function.replace(id);
        self.scopes.enter();
        let mut objects = Vec::with_capacity(parameters.len());
        for (name, ty, qualifiers, span) in parameters {
            let nameless = Node::new(ast::Identifier { name: String::new() }, span);
            let object = self.new_object(name.unwrap_or(&nameless), ty, qualifiers, Storage::Parameter);
            self.program.objects[object.0 as usize].function = Some(id);
            if let Some(name) = name {
                self.scopes.declare(&name.node.name, Name::Object(object));
            }
            objects.push(object);
        }
        for (object, variable) in objects.iter().zip(variable) {
            if let Some((ty, qualifiers, declarator)) = variable {
                self.parameter_lengths(id, *object, ty, qualifiers, declarator);
            }
        }
        let body = self.body(&node.node.statement);
        self.scopes.leave();
        self.function = around;
        let function = &mut self.program.functions[id.0 as usize];
        function.parameters = objects;
        function.body = Some(body);
    }

    /// The type of a parameter again, now that the parameters have their objects: `int n, int a[][n]`.
    fn parameter_lengths(
        &mut self,
        function: FunctionId,
        object: ObjectId,
        ty: TypeId,
        qualifiers: Qualifiers,
        declarator: &'u Node<ast::Declarator>,
    ) {
        let declared = self.declarator(ty, qualifiers, declarator);
        self.program.objects[object.0 as usize].ty = self.decayed(declared.ty);
        let lengths = declared.length_types.into_iter().zip(declared.lengths);
        let function = &mut self.program.functions[function.0 as usize];
        // The outermost array is a pointer: its length counts for nothing.
        for (ty, length) in lengths.filter(|(ty, _)| *ty != declared.ty) {
            function.length_types.push(ty);
            function.lengths.push(length);
        }
    }

    /// Whether a second definition takes the place of the first; if not, that was reported.
    fn may_replace(
        &mut self,
        id: FunctionId,
        span: promela::source::Span,
        name: &Node<ast::Identifier>,
        specifiers: &Specifiers,
    ) -> bool {
        if self.weak.remove(&id) && !specifiers.attributes.weak && !self.in_library() {
            return true;
        }
        let inline = specifiers.inline || self.program.function(id).internal && specifiers.attributes.gnu_inline;
        if !inline && !specifiers.attributes.weak && !self.in_library() {
            let finding = Finding::error(
                codes::DEFINED_TWICE,
                span,
                format!("the function `{}` is defined twice", name.node.name),
            )
            .related(self.program.function(id).span, "the first definition")
            .help("give the sources of one program only, or make one of them `static`");
            self.findings.push(finding);
        }
        false
    }

    /// `int f(a, b) char *a; int b; { … }`: the types between the parentheses and the body.
    fn old_style_parameters(
        &mut self,
        declarations: &'u [Node<ast::Declaration>],
    ) -> HashMap<&'u str, (TypeId, Qualifiers)> {
        let mut types = HashMap::new();
        for declaration in declarations {
            let specifiers = self.specifiers(&declaration.node.specifiers, false);
            for d in &declaration.node.declarators {
                let declared = self.declarator(specifiers.ty, specifiers.qualifiers, &d.node.declarator);
                if let Some(id) = declared.name {
                    let ty = self.decayed(declared.ty);
                    types.insert(id.node.name.as_str(), (ty, declared.qualifiers));
                }
            }
        }
        types
    }
}

/// How many bytes the library needs for an object of this name. A source that was preprocessed for another machine has
/// smaller ones; it gets what is needed, because nothing but the library looks into them.
fn library_size(name: &str) -> Option<u64> {
    match name {
        "pthread_mutex_t" => Some(40),
        "pthread_cond_t" => Some(48),
        "pthread_rwlock_t" | "pthread_attr_t" => Some(56),
        "pthread_barrier_t" | "sem_t" => Some(32),
        "pthread_rwlockattr_t" => Some(8),
        "pthread_mutexattr_t" | "pthread_condattr_t" | "pthread_barrierattr_t" => Some(4),
        _ => None,
    }
}
