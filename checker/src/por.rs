//! Partial order reduction: what is known of a model before the search, so that it may leave out processes.
//!
//! Two ways to leave out: a process that can be taken alone (`optimise::ample`), and stubborn sets (`stubborn`). Both
//! are found here from the code, for one model and one property; the search decides at each state what to make of it
//! (`search::reduction`).

use crate::model::Model;
use crate::optimise::{Ample, Visible};
use crate::stubborn::Facts;
use std::sync::Arc;

/// Facts for the reduction of one model. A search of any other model must not use them.
#[derive(Debug)]
pub struct Por {
    /// Where processes may be taken alone.
    pub ample: Option<Ample>,
    /// What stubborn sets are made from.
    pub stubborn: Option<Facts>,
    /// How many control states and transitions the model has.
    size: (usize, usize),
}

impl Por {
    /// To be made after `optimise`, if at all. `None` if nothing can be left out.
    pub fn of(model: &Model, visible: Visible) -> Option<Arc<Por>> {
        if model.foreign.is_some() {
            return None;
        }
        let (ample, stubborn) = (Ample::of(model, visible), Facts::of(model, visible));
        (ample.is_some() || stubborn.is_some()).then(|| Arc::new(Por { ample, stubborn, size: size(model) }))
    }

    /// Whether it can have been made for this model.
    pub fn fits(&self, model: &Model) -> bool {
        self.size == size(model)
    }
}

fn size(model: &Model) -> (usize, usize) {
    (model.options.len(), model.transitions.len())
}
