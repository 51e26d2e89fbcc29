//! What an engine makes of a model before it runs it. It goes with the model, and only the engine can look inside.

use std::any::Any;
use std::fmt::Debug;
use std::sync::Arc;

/// Something that an engine has made: code, tables.
pub trait Preparation: Any + Debug + Send + Sync {}

impl<T: Any + Debug + Send + Sync> Preparation for T {}

/// The place for it: empty until an engine fills it.
#[derive(Clone, Debug, Default)]
pub struct Prepared(Option<Arc<dyn Preparation>>);

impl Prepared {
    pub fn new(preparation: impl Preparation) -> Prepared {
        Prepared(Some(Arc::new(preparation)))
    }

    /// What an engine has put there, if it is of this type.
    pub fn get<T: Preparation>(&self) -> Option<&T> {
        let preparation: &dyn Any = self.0.as_deref()?;
        preparation.downcast_ref()
    }
}
