//! The arguments of a program, where the world chose them: what the code before `main` chooses, put together to texts.
//!
//! How many there are is its first choice. A character is an unknown number that is stored in an object named after its
//! argument; the other choices there (how long a text is) show in these.

use super::Subject;
use crate::ask::Input;
use machine::code::{Instruction, Intrinsic};
use machine::outcome::Location;
use std::collections::BTreeMap;

/// A number of arguments beyond what is searched has no texts.
const MOST: i64 = 64;

pub struct Arguments<'a> {
    subject: Subject<'a>,
    /// `argc`
    count: Option<i64>,
    /// By the name of the argument, and where they stand in it.
    characters: BTreeMap<String, BTreeMap<u64, u8>>,
}

impl<'a> Arguments<'a> {
    pub fn new(subject: Subject<'a>) -> Arguments<'a> {
        Arguments { subject, count: None, characters: BTreeMap::new() }
    }

    /// Something is chosen in code that is in no source.
    pub fn chooses(&mut self, location: &Location, value: i64) {
        let code = &self.subject.program.function(location.function).code;
        let rest = code.get(location.pc.0 as usize..).unwrap_or(&[]);
        match rest {
            [Instruction::Intrinsic(Intrinsic::Unknown { .. }), after @ ..] => {
                let place =
                    after.iter().take_while(|i| !matches!(i, Instruction::Store { .. })).find_map(|i| match i {
                        Instruction::StaticAddress { object, offset, .. } => Some((object, *offset)),
                        _ => None,
                    });
                match place {
                    Some((object, offset)) => {
                        let name = self.subject.program.statics[object.0 as usize].name.clone();
                        self.characters.entry(name).or_default().insert(offset, value as u8);
                    }
                    // More than are searched.
                    None => self.count = Some(value),
                }
            }
            _ if self.count.is_none() => self.count = Some(value),
            _ => {}
        }
    }

    pub fn told(&self) -> Vec<Input> {
        let input = |expression: String, value: String| Input { expression, value, interval: None, at: None };
        let Some(count) = self.count else { return Vec::new() };
        let mut list = vec![input("argc".to_string(), count.to_string())];
        for index in 1..count.min(MOST) {
            let name = format!("argv[{index}]");
            let bytes: Vec<u8> =
                self.characters.get(&name).into_iter().flat_map(|text| text.values().copied()).collect();
            list.push(input(name, format!("\"{}\"", bytes.escape_ascii())));
        }
        list
    }
}
