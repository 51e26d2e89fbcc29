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

    /// Changes the top value.
    #[inline(always)]
    pub fn change(&mut self, f: impl FnOnce(i32) -> i32) {
        let value = f(self.top());
        self.set_top(value);
    }

    /// One value in the place of the two on top.
    #[inline(always)]
    pub fn join(&mut self, f: impl FnOnce(i32, i32) -> i32) {
        let b = self.pop();
        self.change(|a| f(a, b));
    }

    /// Takes the two on top away, and joins them.
    #[inline(always)]
    pub fn pop_joined(&mut self, f: impl FnOnce(i32, i32) -> i32) -> i32 {
        let b = self.pop();
        let a = self.pop();
        f(a, b)
    }

    /// Whether the top is 0; takes it away if it is not. For `&&`.
    #[inline(always)]
    pub fn leave_zero(&mut self) -> bool {
        let is_zero = self.top() == 0;
        self.len -= usize::from(!is_zero);
        is_zero
    }

    /// Whether the top is not 0, and makes it 1; takes it away if it is. For `||`.
    #[inline(always)]
    pub fn leave_one(&mut self) -> bool {
        let is_zero = self.top() == 0;
        if is_zero {
            self.pop();
        } else {
            self.set_top(1);
        }
        !is_zero
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
