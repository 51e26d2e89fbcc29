//! Running embedded C: values and words go to its engine and come back.

use super::fault::FaultKind;
use super::machine::{Machine, Printed};
use crate::model::Region;
use crate::model::foreign::{Done, Source};

impl Machine<'_> {
    /// Runs a step given from outside and pushes what it gives. False after a fault.
    #[cold]
    pub(super) fn foreign_step(&mut self, number: u32) -> bool {
        let model = self.model;
        let Some(step) = model.foreign.as_ref().and_then(|f| f.steps.get(number as usize)) else { return false };
        let before: Vec<i32> = step
            .values
            .iter()
            .map(|source| match *source {
                Source::Variable(region, slot) => slot.get(self.foreign_word(region, slot.word)),
                Source::Pid => self.pid as i32,
                Source::Count => self.processes(),
            })
            .collect();
        let places: Vec<(Region, u32)> =
            step.words.iter().flat_map(|(region, words)| words.clone().map(|w| (*region, w))).collect();
        let old: Vec<u32> = places.iter().map(|(region, word)| self.foreign_word(*region, *word)).collect();
        let (mut values, mut words) = (before.clone(), old.clone());
        let Some(executor) = self.foreign.executor() else { return false };
        let done = executor.run(number, &mut values, &mut words);
        if self.printing {
            let text = executor.printed();
            if !text.is_empty() {
                self.printed.push(Printed { pid: self.pid, text });
            }
        }
        let value = match done {
            Done::Value(value) => value,
            Done::Fault(message) => {
                self.fault(FaultKind::Foreign(message));
                return false;
            }
            Done::Obstacle(message) => {
                self.fault(FaultKind::ForeignObstacle(message));
                return false;
            }
        };
        for ((source, value), before) in step.values.iter().zip(&values).zip(&before) {
            if let (Source::Variable(region, slot), true) = (source, value != before) {
                let word = self.foreign_word(*region, slot.word);
                self.set_foreign_word(*region, slot.word, slot.set(word, *value));
            }
        }
        for (((region, word), new), old) in places.iter().zip(&words).zip(&old) {
            if new != old {
                self.set_foreign_word(*region, *word, *new);
            }
        }
        self.stack.push(value);
        true
    }

    fn foreign_word(&self, region: Region, word: u32) -> u32 {
        match region {
            Region::Global => self.memory.get(word),
            Region::Local => self.memory.get(self.frame + word),
            Region::Hidden => self.memory.get_hidden(self.hidden_base + word),
        }
    }

    fn set_foreign_word(&mut self, region: Region, word: u32, value: u32) {
        match region {
            Region::Global => self.memory.set(word, value),
            Region::Local => self.memory.set(self.frame + word, value),
            Region::Hidden => self.memory.set_hidden(self.hidden_base + word, value),
        }
    }
}
