//! What `ax verify` and `ax explain` do with answers: print them, draw them, and give the exit status.

use crate::args::{AnswerFormat, Told};
use crate::report::answer::{self, Answer, Telling};
use crate::report::style::{self, Style};
use abstraction_tables::write;
use std::io::IsTerminal;

/// The width of a page that is no terminal.
const PAGE: usize = 100;

/// Tells answers as it was asked for.
pub fn tell(answers: &[Answer], told: &Told) -> u8 {
    if let Some(path) = &told.svg {
        match answers.iter().flat_map(Answer::errors).next() {
            Some(error) => {
                if let Err(e) = write::replace(path, &answer::svg(error)) {
                    eprintln!("ax: cannot write {}: {e}", path.display());
                    return super::BAD_INPUT;
                }
            }
            None => eprintln!("ax: no run to draw: {} is not written", path.display()),
        }
    }
    let terminal = terminal_size::terminal_size().filter(|_| std::io::stdout().is_terminal());
    let width = terminal.map_or(PAGE, |(width, _)| usize::from(width.0));
    style::out(&match told.format {
        AnswerFormat::Text => answer::text(answers, Telling { view: told.view, width, style: Style::of_stdout() }),
        AnswerFormat::Json => answer::json(answers),
        AnswerFormat::Sarif => answer::sarif(answers),
        AnswerFormat::Junit => answer::junit(answers),
    });
    answer::status(answers)
}
