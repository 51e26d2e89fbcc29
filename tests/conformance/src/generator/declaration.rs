//! What stands at the top of a program: mtypes, typedefs, channels, variables, macros and inlines.

use super::features::Feature;
use super::tree::{self, Node, text};
use super::types::{Field, MtypeList, Signature, Type, Typedef, Variable};
use super::{Context, Generator, Inline, InlineParam, Macro, Process};

/// Spin has no arrays of unsigned numbers.
pub fn may_repeat(ty: Type) -> bool {
    !matches!(ty, Type::Unsigned(_))
}

impl Generator {
    pub fn declare(&mut self, units: &mut Vec<Node>) {
        self.declare_macros(units);
        self.declare_mtypes(units);
        self.declare_signatures();
        self.declare_typedefs(units);
        self.declare_struct_signature();
        self.declare_channels(units);
        self.declare_variables(units);
        self.declare_inlines(units);
    }

    fn declare_macros(&mut self, units: &mut Vec<Node>) {
        if !self.has(Feature::Macros) {
            return;
        }
        let limit = self.random.between(1, 3);
        units.push(tree::group(vec![text("#define LIMIT "), tree::number(limit)]));
        self.macros.push(Macro { name: "LIMIT".into(), has_parameter: false });
        let body = self.random.pick(&["((x) + 1)", "(x * 2)", "(1 - (x))", "!(x)", "x + LIMIT"]).copied();
        units.push(text(format!("#define TWIST(x) {}", body.unwrap_or("(x)"))));
        self.macros.push(Macro { name: "TWIST".into(), has_parameter: true });
    }

    fn declare_mtypes(&mut self, units: &mut Vec<Node>) {
        if !self.has(Feature::Mtypes) {
            return;
        }
        let lists: &[(Option<&str>, &[&str])] =
            &[(None, &["ack", "nak", "msg"]), (Some("colour"), &["red", "green", "blue"])];
        let count = self.random.between(1, 2) as usize;
        let start = self.random.below(2);
        for &(subtype, names) in lists.iter().cycle().skip(start).take(count) {
            let names = &names[..self.random.between(2, 3) as usize];
            let head = subtype.map_or("mtype = { ".to_string(), |subtype| format!("mtype:{subtype} = {{ "));
            let list = names.iter().map(|name| text(*name)).collect();
            units.push(tree::group(vec![text(head), tree::commas(list, 1), text(" };")]));
            self.declared.mtypes.push(MtypeList {
                subtype: subtype.map(String::from),
                names: names.iter().map(|name| name.to_string()).collect(),
            });
        }
    }

    /// The signatures of channels. The first is that of the channels that are sent and passed around.
    fn declare_signatures(&mut self) {
        let wants_channels = self.has(Feature::Buffered) || self.has(Feature::Rendezvous);
        if !wants_channels {
            return;
        }
        for _ in 0..*self.random.pick(&[1, 1, 2]).unwrap_or(&1) {
            let width = *self.random.pick(&[1, 1, 1, 2, 2, 3]).unwrap_or(&1);
            let fields = (0..width).map(|_| self.field()).collect();
            self.declared.signatures.push(Signature { fields });
        }
        if self.has(Feature::ChannelsOfChannels) {
            let chan = Field { ty: Type::Chan(0), tag: self.tag() };
            let mut fields = vec![chan];
            if self.random.chance(40) {
                let extra = self.field();
                fields.insert(self.random.below(2), extra);
            }
            self.declared.signatures.push(Signature { fields });
        }
    }

    /// Channels of structures come after the typedefs they name.
    fn declare_struct_signature(&mut self) {
        if !self.has(Feature::ChannelsOfStructs) || self.declared.signatures.is_empty() {
            return;
        }
        let candidates: Vec<usize> = (0..self.declared.typedefs.len())
            .filter(|&index| self.may_be_sent(&self.declared.typedefs[index]))
            .collect();
        let Some(&index) = self.random.pick(&candidates) else { return };
        let mut fields = vec![Field { ty: Type::Struct(index), tag: self.tag() }];
        if self.random.chance(30) {
            let extra = self.field();
            fields.push(extra);
        }
        self.declared.signatures.push(Signature { fields });
    }

    /// Spin refuses messages with arrays of structures, unsigned fields and channels inside of structures.
    fn may_be_sent(&self, typedef: &Typedef) -> bool {
        typedef.fields.iter().all(|field| match field.ty {
            Type::Struct(index) => field.size.is_none() && self.may_be_sent(&self.declared.typedefs[index]),
            Type::Unsigned(_) | Type::Chan(_) => false,
            _ => true,
        })
    }

    fn field(&mut self) -> Field {
        let ty = loop {
            // Spin refuses unsigned in messages.
            match self.scalar_type() {
                Type::Unsigned(_) => continue,
                ty => break ty,
            }
        };
        Field { ty, tag: self.tag() }
    }

    fn declare_typedefs(&mut self, units: &mut Vec<Node>) {
        if !self.has(Feature::Typedefs) {
            return;
        }
        let count = self.random.between(1, 2) as usize;
        for index in 0..count {
            let mut fields = Vec::new();
            for position in 0..self.random.between(1, 3) {
                let inner = index > 0 && self.random.chance(50);
                let ty = if inner { Type::Struct(index - 1) } else { self.scalar_type() };
                let size = self.array_size(30).filter(|_| may_repeat(ty));
                fields.push(Variable { size, ..Variable::scalar(format!("f{position}"), ty) });
            }
            // In the last typedef only: Spin mixes up channels in structures inside of structures.
            if self.has(Feature::FieldChannels) && !self.declared.signatures.is_empty() && index + 1 == count {
                let slots = Some(self.slots());
                fields.push(Variable { slots, ..Variable::scalar("c", Type::Chan(0)) });
            }
            let mut declarations = Vec::new();
            for field in &fields {
                let initial = match field.size {
                    None if field.ty.is_number() && self.random.chance(15) => Some(self.initial(field.ty)),
                    _ => None,
                };
                declarations.push(self.declared.declaration(field, initial));
            }
            let name = format!("T{index}");
            units.push(tree::group(vec![
                text(format!("typedef {name} {{ ")),
                tree::semicolons(declarations),
                text(" };"),
            ]));
            self.declared.typedefs.push(Typedef { name, fields });
        }
    }

    fn declare_channels(&mut self, units: &mut Vec<Node>) {
        for signature in 0..self.declared.signatures.len() {
            for copy in 0..*self.random.pick(&[1, 1, 2]).unwrap_or(&1) {
                let slots = Some(self.slots());
                let size = if self.has_by_chance(Feature::Arrays, 15) { Some(2) } else { None };
                let name = format!("q{signature}{copy}");
                let variable = Variable { size, slots, ..Variable::scalar(name, Type::Chan(signature)) };
                let declaration = self.declared.declaration(&variable, None);
                units.push(tree::group(vec![declaration, text(";")]));
                self.globals.push(variable);
            }
        }
        let sent = self.has(Feature::ChannelsOfChannels) && !self.declared.signatures.is_empty();
        if sent || (self.has(Feature::Uninitialised) && !self.declared.signatures.is_empty()) {
            let variable = Variable::scalar("gc", Type::Chan(0));
            units.push(tree::group(vec![self.declared.declaration(&variable, None), text(";")]));
            self.globals.push(variable);
        }
    }

    /// The slots of a channel.
    pub fn slots(&mut self) -> usize {
        let rendezvous = self.has(Feature::Rendezvous);
        if rendezvous && (!self.has(Feature::Buffered) || self.random.chance(40)) {
            return 0;
        }
        *self.random.pick(&[1, 1, 1, 2, 2, 3]).unwrap_or(&1)
    }

    fn declare_variables(&mut self, units: &mut Vec<Node>) {
        let count = self.random.between(2, 3);
        for position in 0..count {
            let structured = position > 0 && !self.declared.typedefs.is_empty() && self.random.chance(50);
            let ty = match structured {
                true => Type::Struct(self.random.below(self.declared.typedefs.len())),
                false if position == 0 => Type::Byte,
                false => self.scalar_type(),
            };
            let size = if position == 0 { None } else { self.array_size(35).filter(|_| may_repeat(ty)) };
            let variable = Variable { size, ..Variable::scalar(format!("g{position}"), ty) };
            let initial = if position == 0 { None } else { self.global_initial(&variable) };
            let visibility = self.visibility(&variable);
            let declaration = self.declared.declaration(&variable, initial);
            units.push(tree::group(vec![visibility, declaration, text(";")]));
            self.globals.push(variable);
        }
    }

    fn global_initial(&mut self, variable: &Variable) -> Option<Node> {
        if matches!(variable.ty, Type::Struct(_)) || self.random.chance(50) {
            return None;
        }
        match variable.size {
            None => Some(self.initial(variable.ty)),
            Some(size) if variable.ty.is_number() && self.random.chance(50) => {
                let items = (0..size).map(|_| tree::number(self.random.between(0, 2))).collect();
                Some(tree::group(vec![text("{ "), tree::commas(items, size), text(" }")]))
            }
            Some(_) => Some(self.initial(variable.ty)),
        }
    }

    fn visibility(&mut self, variable: &Variable) -> Node {
        // Spin refuses to hide bits and channels.
        let may_hide = variable.ty.is_number() && !variable.ty.is_bit() && variable.name != "g0";
        if may_hide && self.has_by_chance(Feature::Hidden, 40) {
            return tree::optional(text("hidden "));
        }
        if self.has_by_chance(Feature::Visibility, 30) {
            return tree::optional(text(if self.random.chance(50) { "show " } else { "local " }));
        }
        text("")
    }

    fn declare_inlines(&mut self, units: &mut Vec<Node>) {
        if !self.has(Feature::Inline) {
            return;
        }
        for index in 0..self.random.between(1, 2) {
            let params: Vec<InlineParam> = (0..self.random.between(0, 2))
                .map(|_| if self.random.chance(60) { InlineParam::Target } else { InlineParam::Value })
                .collect();
            let names: Vec<String> = (0..params.len()).map(|position| format!("a{position}")).collect();
            // In the body a parameter is a variable; a value is never assigned, so it is frozen.
            self.process = Process { budget: 4, ..Process::default() };
            for (name, param) in names.iter().zip(&params) {
                self.process.locals.push(Variable::scalar(name.clone(), Type::Int));
                if *param == InlineParam::Value {
                    self.process.frozen.push(name.clone());
                }
            }
            let context = Context { depth: 1, in_inline: true, ..Context::default() };
            let length = self.random.between(1, 3) as usize;
            let body = self.statements(length, context);
            let name = format!("step{index}");
            units.push(tree::group(vec![
                text(format!("inline {name}({}) {{", names.join(", "))),
                tree::sequence(body),
                text("}"),
            ]));
            self.inlines.push(Inline { name, params });
        }
        self.process = Process::default();
    }

    /// A type that is neither a channel nor a structure.
    pub fn scalar_type(&mut self) -> Type {
        let mtypes = self.declared.mtypes.len();
        if mtypes > 0 && self.random.chance(20) {
            return Type::Mtype(self.random.below(mtypes));
        }
        let width = *self.random.pick(&[1, 2, 3, 5, 9]).unwrap_or(&2);
        let types = [
            (3, Type::Bit),
            (3, Type::Bool),
            (6, Type::Byte),
            (2, Type::Short),
            (3, Type::Int),
            (2, Type::Unsigned(width)),
            (1, Type::Pid),
        ];
        let chosen = self.random.weighted(&types).unwrap_or(Type::Byte);
        // With priorities in a frame Spin leaves bits of it out of its comparison of states.
        if self.has(Feature::Priority) && matches!(chosen, Type::Bit | Type::Bool | Type::Unsigned(_)) {
            return Type::Byte;
        }
        chosen
    }

    /// The size of an array, in `percent` of a hundred declarations.
    pub fn array_size(&mut self, percent: usize) -> Option<usize> {
        self.has_by_chance(Feature::Arrays, percent).then(|| self.random.between(1, 3) as usize)
    }

    /// A constant of the type.
    pub fn initial(&mut self, ty: Type) -> Node {
        match ty {
            Type::Mtype(list) => {
                let names = self.declared.mtypes[list].names.clone();
                text(self.random.pick(&names).cloned().unwrap_or_default())
            }
            _ => self.constant(),
        }
    }
}
