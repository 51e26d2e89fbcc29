//! The values that a step chooses: a path that can be gone again, and on to the next.

/// Which value each choice of a step takes, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Choices {
    path: Vec<Choice>,
    /// How many of them were made in this step.
    made: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Choice {
    /// Counted from the first value.
    taken: u64,
    last: u64,
}

impl Choices {
    /// Before a step: the choices of the path are made again, and after it the first of each.
    pub fn begin(&mut self) {
        self.made = 0;
    }

    /// After a step: makes the path that of the next values. False if there are none; then it is empty.
    pub fn advance(&mut self) -> bool {
        self.path.truncate(self.made);
        while let Some(choice) = self.path.pop() {
            if choice.taken < choice.last {
                self.path.push(Choice { taken: choice.taken + 1, ..choice });
                return true;
            }
        }
        false
    }

    /// A choice between 0 and the last value.
    pub(super) fn choose(&mut self, last: u64) -> u64 {
        if self.made == self.path.len() {
            self.path.push(Choice { taken: 0, last });
        }
        let choice = &mut self.path[self.made];
        *choice = Choice { taken: choice.taken.min(last), last };
        self.made += 1;
        choice.taken
    }
}
