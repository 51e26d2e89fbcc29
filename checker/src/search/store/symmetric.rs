//! A set of states in which those that differ only by an exchange of processes are one.

use std::cell::RefCell;
use std::sync::Arc;

use super::{Loss, Visited};
use crate::exec::shape::CommonShapes;
use crate::model::Model;
use crate::symmetry::Symmetry;
use crate::symmetry::canonical::Canonical;

pub struct Symmetric<'m, S> {
    inner: S,
    canonical: RefCell<Canonical<'m>>,
    shapes: CommonShapes,
}

impl<'m, S> Symmetric<'m, S> {
    pub fn new(inner: S, symmetry: &Arc<Symmetry>, model: &'m Model) -> Symmetric<'m, S> {
        let canonical = Canonical::new(symmetry, model);
        Symmetric { inner, shapes: canonical.shapes().clone(), canonical: RefCell::new(canonical) }
    }
}

impl<S: Visited> Visited for Symmetric<'_, S> {
    type Id = S::Id;
    type Set = S::Set;

    #[inline]
    fn key(&mut self, state: &[u32]) -> u64 {
        self.inner.key(self.canonical.get_mut().canonical(state))
    }

    #[inline]
    fn find(&self, key: u64, state: &[u32]) -> Option<S::Id> {
        self.inner.find(key, self.canonical.borrow_mut().canonical(state))
    }

    #[inline]
    fn insert(&mut self, key: u64, state: &[u32]) -> Result<S::Id, S::Id> {
        self.inner.insert(key, self.canonical.get_mut().canonical(state))
    }

    fn bytes(&self) -> u64 {
        self.inner.bytes()
    }

    fn shapes(&self) -> Option<&CommonShapes> {
        Some(&self.shapes)
    }

    fn loss(&self) -> Option<Loss> {
        self.inner.loss()
    }
}
