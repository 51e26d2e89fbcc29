//! The byte code of a model, and where the code of what begins. Nobody but the interpreter and native code sees it.

use super::op::Op;
use crate::model::{CodeRef, Model};

/// All code of a model.
#[derive(Clone, Debug, Default)]
pub(super) struct Code {
    pub ops: Vec<Op>,
    /// Constants of 64 bits.
    pub constants: Vec<u64>,
    /// Sets the initial values of the globals.
    pub init: CodeRef,
    /// By proctype.
    pub inits: Vec<CodeRef>,
    pub provided: Vec<Option<CodeRef>>,
    pub trace_sends: Vec<CodeRef>,
    pub trace_receives: Vec<CodeRef>,
}

static NONE: Code = Code {
    ops: Vec::new(),
    constants: Vec::new(),
    init: CodeRef(0),
    inits: Vec::new(),
    provided: Vec::new(),
    trace_sends: Vec::new(),
    trace_receives: Vec::new(),
};

impl Code {
    /// The code that was made for a model.
    pub fn of(model: &Model) -> &Code {
        model.prepared.get().unwrap_or(&NONE)
    }
}
