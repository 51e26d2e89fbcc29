//! Cranelift: making functions, and calling them. All unsafe code of the engine is here.
//!
//! A function touches nothing but what it is given:
//! - words of the global part and of the channels that exist from the start, at places that `compile` laid out or that
//!   were compared with the length of an array: all of them are below `globals`;
//! - words of the frame, below `reach` by the same argument;
//! - words of the hidden part, below `hidden`;
//! - whole pieces of the state, of which there is a whole number, when it copies them, to as many places as it has
//!   candidates;
//! - as many entries of the list;
//! - the table of [`Channels`], which lives as long as the functions do.
//!
//! The state is read, its copy and the hidden part are read and written. [`call`] compares all this with what there is.

#![allow(unsafe_code)]

use super::access::View;
use super::emit::{self, Candidate, Channels, Ending, PIECE};
use cranelift_codegen::ir::{AbiParam, types};
use cranelift_codegen::settings::{self, Configurable};
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext};
use cranelift_jit::{JITBuilder, JITModule};
use cranelift_module::{FuncId, Module, default_libcall_names};

/// The state, room for copies, hidden words, frame and bytes of the state, who runs, the list. The result is told in
/// [`emit`].
type Code = unsafe extern "C" fn(*const u32, *mut u32, *mut u32, u64, u64, *mut u32) -> u64;

/// What a step begins with and what it gives.
pub(crate) struct Rows<'a> {
    pub source: &'a [u32],
    /// Room for the successors, one behind the other.
    pub target: &'a mut [u32],
    pub hidden: &'a mut [u32],
}

/// States have room for a multiple of so many words.
pub(crate) const ROUND: usize = PIECE as usize / 4;

/// A function for one transition or several.
#[derive(Debug)]
pub(super) struct Function {
    code: Code,
    needs: Needs,
}

/// What a function needs to be there.
#[derive(Clone, Copy, Debug)]
struct Needs {
    globals: u32,
    reach: u32,
    hidden: u32,
    candidates: u32,
}

/// A function that is not ready to be called yet.
pub(super) struct Defined {
    id: FuncId,
    needs: Needs,
}

pub(super) struct Jit {
    /// None when dropped.
    module: Option<JITModule>,
}

impl std::fmt::Debug for Jit {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Jit")
    }
}

impl Jit {
    /// None if Cranelift has no code for this machine.
    pub fn new() -> Option<Jit> {
        if cfg!(not(target_endian = "little")) || cfg!(not(target_pointer_width = "64")) {
            return None;
        }
        let mut flags = settings::builder();
        for (name, value) in [
            ("opt_level", "speed"),
            ("is_pic", "false"),
            ("use_colocated_libcalls", "false"),
            ("enable_verifier", "false"),
        ] {
            flags.set(name, value).ok()?;
        }
        let isa = cranelift_native::builder().ok()?.finish(settings::Flags::new(flags)).ok()?;
        let module = JITModule::new(JITBuilder::with_isa(isa, default_libcall_names()));
        Some(Jit { module: Some(module) })
    }

    /// Makes a function. None if the transitions have to be interpreted.
    pub fn define(&mut self, view: View, candidates: &[Candidate], channels: &Channels) -> Option<Defined> {
        let module = self.module.as_mut()?;
        let mut context = module.make_context();
        let mut signature = module.make_signature();
        signature.params.extend([AbiParam::new(types::I64); 6]);
        signature.returns.push(AbiParam::new(types::I64));
        context.func.signature = signature;
        let mut scratch = FunctionBuilderContext::new();
        let builder = FunctionBuilder::new(&mut context.func, &mut scratch);
        let config = module.target_config();
        if !emit::emit(builder, view, candidates, channels, config) {
            return None;
        }
        let id = module.declare_anonymous_function(&context.func.signature).ok()?;
        module.define_function(id, &mut context).ok()?;
        let model = view.model;
        let channels: u32 = model.global_channels.iter().map(|&ty| model.channel_types[ty as usize].words).sum();
        let needs = Needs {
            globals: model.global_words + channels,
            reach: candidates.iter().map(|c| c.access.reach).max().unwrap_or(0),
            hidden: view.hidden_base + model.hidden_words,
            candidates: candidates.len() as u32,
        };
        Some(Defined { id, needs })
    }

    /// Makes what is defined ready to be called.
    pub fn finish(&mut self) -> bool {
        self.module.as_mut().is_some_and(|m| m.finalize_definitions().is_ok())
    }

    /// A function that is defined and ready.
    pub fn function(&self, defined: Defined) -> Option<Function> {
        let code = self.module.as_ref()?.get_finalized_function(defined.id);
        // Safety: the code was made for this signature, by `define`. The function is dropped before the module is:
        // `Native` owns both.
        let code = unsafe { std::mem::transmute::<*const u8, Code>(code) };
        Some(Function { code, needs: defined.needs })
    }
}

impl Drop for Jit {
    fn drop(&mut self) {
        if let Some(module) = self.module.take() {
            // Safety: no function is running, and none is called any more: whoever could call one owns this.
            unsafe { module.free_memory() }
        }
    }
}

/// What a function answers.
pub(super) struct Tried {
    /// So many of the list were written. Those are possible, but for the last one if it gave up.
    pub count: usize,
    pub ending: u64,
}

impl Tried {
    pub fn gave_up(&self) -> bool {
        self.ending == Ending::GaveUp as u64
    }

    pub fn found_no_message(&self) -> bool {
        self.ending == Ending::NoMessage as u64
    }
}

/// Calls a function. The length of the state is a multiple of [`ROUND`].
#[inline(always)]
pub(super) fn call(function: &Function, rows: &mut Rows, frame: u32, who: u64, list: &mut [u32]) -> Tried {
    let needs = function.needs;
    let words = rows.source.len();
    let fits = words >= needs.globals as usize
        && words >= frame as usize + needs.reach as usize
        && rows.hidden.len() >= needs.hidden as usize
        && words.is_multiple_of(ROUND)
        && words > 0
        && rows.target.len() >= words * needs.candidates as usize
        && list.len() >= needs.candidates as usize;
    if !fits {
        if let Some(first) = list.first_mut() {
            *first = 0;
        }
        return Tried { count: 1, ending: Ending::GaveUp as u64 };
    }
    // Safety: what the code touches is there, see above; the four parts do not overlap.
    let result = unsafe {
        (function.code)(
            rows.source.as_ptr(),
            rows.target.as_mut_ptr(),
            rows.hidden.as_mut_ptr(),
            u64::from(frame) | (words as u64 * 4) << 32,
            who,
            list.as_mut_ptr(),
        )
    };
    Tried { count: result as u32 as usize, ending: result >> 32 }
}
