//! Which object an lvalue or a pointer means.
//!
//! A pointer is followed when it can only mean one object: a parameter bound to `&x` by a followed call, or a variable
//! that is set once, to the address of one. All other pointers are unknown; what they may change is `unknown`'s
//! business.

use super::{Abstraction, InstanceId, Place, Pointee, Selector, Subscript, Var, Why};
use crate::program::{BinaryOp, Expr, ExprKind, ObjectId, Storage, Type, TypeId};

/// Pointers set to pointers set to pointers …
const DEEPEST: u32 = 32;

impl Abstraction<'_> {
    /// The variable that an object is in an instance.
    pub fn var(&self, instance: InstanceId, object: ObjectId) -> Var {
        match self.program.object(object).storage {
            Storage::Local | Storage::Parameter => Var::Local(instance, object),
            _ => Var::Global(object),
        }
    }

    /// The place that an lvalue means.
    pub fn resolve(&self, instance: InstanceId, e: &Expr) -> Result<Place, Why> {
        self.resolve_at(instance, e, 0)
    }

    fn resolve_at(&self, instance: InstanceId, e: &Expr, depth: u32) -> Result<Place, Why> {
        match &e.kind {
            ExprKind::Object(o) => Ok(Place { var: self.var(instance, *o), path: Vec::new(), ty: e.ty }),
            ExprKind::Temp { temp, .. } => Ok(Place { var: Var::Temp(instance, *temp), path: Vec::new(), ty: e.ty }),
            ExprKind::Member { base, arrow, record, member } => {
                let mut place =
                    if *arrow { self.behind(instance, base, depth)? } else { self.resolve_at(instance, base, depth)? };
                if !matches!(self.program.ty(place.ty), Type::Record(r) if r == record) {
                    return Err(Why::Pointer);
                }
                place.path.push(Selector::Member(*record, *member));
                place.ty = e.ty;
                Ok(place)
            }
            ExprKind::Index(base, index) => self.indexed(instance, base, index, e.ty, depth),
            ExprKind::Deref(p) => {
                let place = self.behind(instance, p, depth)?;
                if place.ty == e.ty { Ok(place) } else { Err(Why::Pointer) }
            }
            _ => Err(Why::Operation("such lvalue")),
        }
    }

    fn indexed(&self, instance: InstanceId, base: &Expr, index: &Expr, ty: TypeId, depth: u32) -> Result<Place, Why> {
        let mut place = if matches!(self.program.ty(base.ty), Type::Array(..)) {
            self.resolve_at(instance, base, depth)?
        } else {
            let pointee = self.pointee_at(instance, base, depth)?;
            if !pointee.element {
                let first = self.program.constant(index) == Some(0);
                return if first && pointee.place.ty == ty { Ok(pointee.place) } else { Err(Why::Pointer) };
            }
            pointee.place
        };
        match self.program.ty(place.ty) {
            Type::Array(element, _) if *element == ty => {}
            _ => return Err(Why::Pointer),
        }
        place.path.push(Selector::Index(match self.program.constant(index) {
            Some(c) => Subscript::Constant(c),
            None => Subscript::Expr(instance, index.clone()),
        }));
        place.ty = ty;
        Ok(place)
    }

    /// What `*p` is.
    fn behind(&self, instance: InstanceId, p: &Expr, depth: u32) -> Result<Place, Why> {
        if let Some((base, index)) = self.sum(p)
            && let Type::Pointer(to) = self.program.ty(p.ty)
        {
            return self.indexed(instance, base, index, *to, depth);
        }
        let pointee = self.pointee_at(instance, p, depth)?;
        let mut place = pointee.place;
        if pointee.element {
            let Type::Array(element, _) = self.program.ty(place.ty) else { return Err(Why::Pointer) };
            place.ty = *element;
            place.path.push(Selector::Index(Subscript::Constant(0)));
        }
        Ok(place)
    }

    /// The pointer and the number that are added, if it is a sum: `*(a + i)` is `a[i]`.
    fn sum<'e>(&self, p: &'e Expr) -> Option<(&'e Expr, &'e Expr)> {
        let ExprKind::Binary(b) = &p.kind else { return None };
        let leads = |e: &Expr| matches!(self.program.ty(e.ty), Type::Pointer(_) | Type::Array(..));
        match b.op {
            BinaryOp::Add if leads(&b.left) && self.program.is_integer(b.right.ty) => Some((&b.left, &b.right)),
            BinaryOp::Add if leads(&b.right) && self.program.is_integer(b.left.ty) => Some((&b.right, &b.left)),
            _ => None,
        }
    }

    /// The one object that a pointer can mean.
    pub fn pointee(&self, instance: InstanceId, p: &Expr) -> Result<Pointee, Why> {
        self.pointee_at(instance, p, 0)
    }

    fn pointee_at(&self, instance: InstanceId, p: &Expr, depth: u32) -> Result<Pointee, Why> {
        if depth > DEEPEST {
            return Err(Why::Pointer);
        }
        match &p.kind {
            ExprKind::AddressOf(x) => {
                let place = self.resolve_at(instance, x, depth)?;
                // `&a[0]` leads to the elements of `a`.
                if let Some(Selector::Index(Subscript::Constant(0))) = place.path.last()
                    && let ExprKind::Index(base, _) = &x.kind
                    && matches!(self.program.ty(base.ty), Type::Array(..))
                {
                    return Ok(Pointee { place: self.resolve_at(instance, base, depth)?, element: true });
                }
                Ok(Pointee { place, element: false })
            }
            ExprKind::Cast { operand, .. }
                if matches!(self.program.ty(operand.ty), Type::Pointer(_) | Type::Array(..)) =>
            {
                self.pointee_at(instance, operand, depth)
            }
            _ if matches!(self.program.ty(p.ty), Type::Array(..)) => {
                Ok(Pointee { place: self.resolve_at(instance, p, depth)?, element: true })
            }
            ExprKind::Object(o) => self.bound(instance, *o, depth),
            ExprKind::Binary(_) if self.sum(p).is_some() => {
                Ok(Pointee { place: self.behind(instance, p, depth)?, element: false })
            }
            _ => Err(Why::Pointer),
        }
    }

    /// What a pointer variable is bound to.
    fn bound(&self, instance: InstanceId, object: ObjectId, depth: u32) -> Result<Pointee, Why> {
        if let Some(p) = self.instance(instance).aliases.get(&object) {
            return Ok(p.clone());
        }
        let definitions = self.facts.pointers.get(&object).ok_or(Why::Pointer)?;
        if definitions.addressed || definitions.count != 1 || self.program.object(object).volatile {
            return Err(Why::Pointer);
        }
        let value = definitions.value.as_ref().ok_or(Why::Pointer)?;
        let pointee = self.pointee_at(instance, value, depth + 1)?;
        // A global pointer must not lead into the variables of one call, and a subscript must not change later.
        let local = matches!(pointee.place.var, Var::Local(..) | Var::Temp(..));
        let global = !matches!(self.program.object(object).storage, Storage::Local | Storage::Parameter);
        let moving = pointee.place.path.iter().any(|s| match s {
            Selector::Index(Subscript::Expr(_, e)) => !(definitions.declared && self.never_changes(e)),
            _ => false,
        });
        if (local && global) || moving { Err(Why::Pointer) } else { Ok(pointee) }
    }

    /// Made of constants and of local integers that are set once, so that it has the same value wherever it has one.
    fn never_changes(&self, e: &Expr) -> bool {
        match &e.kind {
            ExprKind::Object(o) => {
                let object = self.program.object(*o);
                matches!(object.storage, Storage::Local | Storage::Parameter)
                    && !object.volatile
                    && self.facts.integers.get(o).is_some_and(|d| d.count == 1 && !d.addressed)
            }
            ExprKind::Int { .. } | ExprKind::Enumerator { .. } => true,
            ExprKind::Cast { operand, .. } => self.never_changes(operand),
            ExprKind::Unary(_, x) => self.never_changes(x),
            ExprKind::Binary(b) => self.never_changes(&b.left) && self.never_changes(&b.right),
            _ => false,
        }
    }

    /// Whether a variable is a pointer that is followed: it needs no place in the model.
    pub fn is_alias(&self, instance: InstanceId, object: ObjectId) -> bool {
        super::facts::is_pointer(self.program, object) && self.bound(instance, object, 0).is_ok()
    }
}
