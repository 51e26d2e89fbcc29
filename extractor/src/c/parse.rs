//! Runs lang-c on the parsed text, on a thread with room to recurse.
//!
//! lang-c recurses on the nesting of the source, and so does all code that walks or drops its tree.
//! [`with_large_stack`] is the place to do so; [`super::depth`] has bounded the nesting before.

use lang_c::ast::TranslationUnit;
use lang_c::driver::{Config, Flavor, SyntaxError, parse_preprocessed};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Enough for [`super::depth::LIMIT`] levels of any construct in an unoptimised build. The memory
/// is only reserved: what is not used costs nothing.
const STACK: usize = 1 << 30;

/// Why there is no tree.
#[derive(Debug)]
pub enum Failure {
    /// Byte offset in the parsed text, and what lang-c would have taken there.
    Syntax { offset: usize, expected: Vec<&'static str> },
    /// The parser panicked or could not be started.
    Broken(String),
}

/// Runs `work` on a thread with a large stack; the error is the message of its panic.
pub fn with_large_stack<T: Send>(work: impl FnOnce() -> T + Send) -> Result<T, String> {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new()
            .name("large stack".to_string())
            .stack_size(STACK)
            .spawn_scoped(scope, || catch_unwind(AssertUnwindSafe(work)));
        match thread.map(|t| t.join()) {
            Ok(Ok(Ok(value))) => Ok(value),
            Ok(Ok(Err(panic)) | Err(panic)) => Err(message(&*panic)),
            Err(error) => Err(error.to_string()),
        }
    })
}

fn message(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or(panic.downcast_ref::<&str>().copied()).unwrap_or("unknown reason").to_string()
}

/// The syntax tree of `text`.
pub fn parse(text: &str) -> Result<TranslationUnit, Failure> {
    let config = Config { cpp_command: String::new(), cpp_options: Vec::new(), flavor: Flavor::GnuC11 };
    match with_large_stack(|| parse_preprocessed(&config, text.to_string()).map(|p| p.unit)) {
        Ok(Ok(unit)) => Ok(unit),
        Ok(Err(SyntaxError { offset, expected, .. })) => {
            let mut expected: Vec<&str> = expected.into_iter().collect();
            expected.sort_unstable();
            Err(Failure::Syntax { offset, expected })
        }
        Err(reason) => Err(Failure::Broken(reason)),
    }
}
