//! The interpreter's stack of values: of fixed size, so that pushing needs no check.

/// More values than any code needs: `compile` sees to that.
pub const STACK: usize = 8192;

#[derive(Debug)]
pub struct Stack {
    values: Box<[i32; STACK]>,
    len: usize,
}

impl Stack {
    pub fn new() -> Stack {
        Stack { values: Box::new([0; STACK]), len: 0 }
    }

    #[inline(always)]
    pub fn len(&self) -> usize {
        self.len
    }

    #[inline(always)]
    pub fn push(&mut self, value: i32) {
        self.values[self.len % STACK] = value;
        self.len += 1;
    }

    #[inline(always)]
    pub fn pop(&mut self) -> i32 {
        self.len = self.len.wrapping_sub(1);
        self.values[self.len % STACK]
    }

    #[inline(always)]
    pub fn top(&self) -> i32 {
        self.values[self.len.wrapping_sub(1) % STACK]
    }

    #[inline(always)]
    pub fn set_top(&mut self, value: i32) {
        self.values[self.len.wrapping_sub(1) % STACK] = value;
    }

    #[inline(always)]
    pub fn get(&self, i: usize) -> i32 {
        self.values[i % STACK]
    }

    #[inline(always)]
    pub fn truncate(&mut self, len: usize) {
        self.len = len;
    }

    /// The values from `first` to the top.
    pub fn from(&self, first: usize) -> &[i32] {
        &self.values[first.min(self.len)..self.len]
    }
}
