//! The engine of embedded C that belongs to a machine.

use crate::model::Model;
use crate::model::foreign::Executor;

/// The executor of a machine, if its model has embedded C.
#[derive(Default)]
pub struct Runner(Option<Box<dyn Executor>>);

impl std::fmt::Debug for Runner {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Runner")
    }
}

impl Runner {
    pub fn of(model: &Model) -> Runner {
        Runner(model.foreign.as_ref().map(|f| f.engine.executor()))
    }

    pub fn executor(&mut self) -> Option<&mut Box<dyn Executor>> {
        self.0.as_mut()
    }
}
