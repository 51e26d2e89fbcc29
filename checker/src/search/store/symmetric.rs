//! A set of states in which those that differ only by an exchange of processes are one.

use std::sync::Arc;

use super::{Loss, Visited};
use crate::exec::shape::CommonShapes;
use crate::model::Model;
use crate::symmetry::Symmetry;
use crate::symmetry::canonical::Canonical;

pub struct Symmetric<'m, S> {
    inner: S,
    canonical: Canonical<'m>,
}

impl<'m, S> Symmetric<'m, S> {
    pub fn new(inner: S, symmetry: &Arc<Symmetry>, model: &'m Model) -> Symmetric<'m, S> {
        Symmetric { inner, canonical: Canonical::new(symmetry, model) }
    }
}

impl<S: Visited> Visited for Symmetric<'_, S> {
    type Id = S::Id;
    type Set = S::Set;

    #[inline]
    fn insert(&mut self, state: &[u32]) -> Result<S::Id, S::Id> {
        self.inner.insert(self.canonical.canonical(state))
    }

    fn bytes(&self) -> u64 {
        self.inner.bytes()
    }

    fn shapes(&self) -> Option<&CommonShapes> {
        Some(self.canonical.shapes())
    }

    fn loss(&self) -> Option<Loss> {
        self.inner.loss()
    }
}
