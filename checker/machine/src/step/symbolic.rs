//! Instructions on unknown values: see `unknown`.

use super::{Choice, Flow, Machine, Made};
use crate::code::{Binary, Compare, Instruction, Intrinsic, Reg, Unary};
use crate::operands::operands;
use crate::outcome::{FaultKind, Obstacle};
use crate::types::Type;
use crate::unknown::{Interval, Symbol, is_symbol, numbers};
use crate::value;

/// So many values are tried, each.
const FEW: u128 = 256;

impl<'p> Machine<'p> {
    /// Runs an instruction that may have an unknown operand; `None` if it is to be run as always, on known values.
    pub(super) fn symbolic(&mut self, instruction: &'p Instruction, pc: u32, base: usize) -> Option<Flow> {
        use Instruction as I;
        match instruction {
            I::Unary { op, ty, to, value } if self.is_unknown(base, *value) => {
                let symbol = self.fit(base, *value, *ty)?;
                let negated = Symbol { negated: !symbol.negated, offset: -symbol.offset, ..symbol };
                let result = match op {
                    Unary::Neg => negated,
                    Unary::BitNot => Symbol { offset: negated.offset - 1, ..negated },
                };
                self.set(base, *to, result.pack());
                if let Some(fault) = self.unknown_overflow(*to, *ty, pc, base) {
                    return Some(fault);
                }
                self.fit(base, *to, *ty);
                Some(Flow::Next)
            }
            I::Binary { op, ty, to, left, right } => self.symbolic_binary(*op, *ty, [*to, *left, *right], pc, base),
            I::Compare { op, ty, to, left, right } => {
                let known = self.compare_unknown(*op, *ty, *left, *right, base)?;
                self.set(base, *to, u128::from(known));
                Some(Flow::Next)
            }
            I::Convert { from, into, to, value } if self.is_unknown(base, *value) => {
                if into.is_float() || from.is_float() {
                    self.settle(base, *value);
                    return None;
                }
                let symbol = self.fit(base, *value, *from)?;
                self.set(base, *to, symbol.pack());
                self.fit(base, *to, *into);
                Some(Flow::Next)
            }
            I::Branch { condition, then, otherwise } if self.is_unknown(base, *condition) => {
                let ty = self.register_type(*condition);
                let value = self.split(base, *condition, ty, &[0, 1])?;
                Some(Flow::Jump(if value != 0 { then.0 } else { otherwise.0 }))
            }
            I::Switch { value, ty, cases, otherwise } if self.is_unknown(base, *value) => {
                let cuts: Vec<i128> = cases.iter().flat_map(|c| [c.low, c.high + 1]).collect();
                let value = self.split(base, *value, *ty, &cuts)?;
                let case = cases.iter().find(|c| (c.low..=c.high).contains(&value));
                Some(Flow::Jump(case.map_or(otherwise.0, |c| c.target.0)))
            }
            I::CheckIndex { index, ty, length, end } if self.is_unknown(base, *index) => {
                let past = i128::from(*length) + i128::from(*end);
                let value = self.split(base, *index, *ty, &[0, past])?;
                if (0..past).contains(&value) {
                    return Some(Flow::Next);
                }
                Some(self.fault(pc, FaultKind::Index { index: value, length: *length }))
            }
            I::Load { address, .. } | I::Store { address, .. } => {
                self.settle(base, *address);
                None
            }
            I::LoadRaw { address, .. } | I::StoreRaw { address, .. } => {
                self.settle(base, *address);
                None
            }
            I::Intrinsic(Intrinsic::Assume { condition } | Intrinsic::WaitEnd { condition }) => {
                if self.is_unknown(base, *condition) {
                    let ty = self.register_type(*condition);
                    let value = self.split(base, *condition, ty, &[0, 1])?;
                    self.set(base, *condition, ty.cut(u128::from(value != 0)));
                }
                None
            }
            I::Intrinsic(Intrinsic::Known { to, value }) if self.is_unknown(base, *value) => {
                let known = self.knows(false);
                self.set(base, *to, u128::from(known));
                Some(Flow::Next)
            }
            I::Rmw { .. }
            | I::CompareExchange { .. }
            | I::CallAddress { .. }
            | I::CheckSet { value: None, .. }
            | I::Intrinsic(_) => {
                let mut reads = Vec::new();
                match instruction {
                    // Arguments stay what they are.
                    I::CallAddress { address, .. } => reads.push(*address),
                    _ => {
                        operands(instruction, |r| reads.push(r));
                    }
                }
                reads.into_iter().for_each(|r| self.settle(base, r));
                None
            }
            I::Const { .. }
            | I::Move { .. }
            | I::Unary { .. }
            | I::Convert { .. }
            | I::Branch { .. }
            | I::Switch { .. }
            | I::CheckIndex { .. }
            | I::StaticAddress { .. }
            | I::SlotAddress { .. }
            | I::FunctionAddress { .. }
            | I::SlotBegin { .. }
            | I::SlotEnd { .. }
            | I::Jump { .. }
            | I::Call { .. }
            | I::Return { .. }
            // The shadow of a variable is known.
            | I::CheckSet { value: Some(_), .. }
            | I::Trap { .. } => None,
        }
    }

    fn symbolic_binary(&mut self, op: Binary, ty: Type, regs: [Reg; 3], pc: u32, base: usize) -> Option<Flow> {
        let [to, left, right] = regs;
        let unknown = [self.is_unknown(base, left), self.is_unknown(base, right)];
        if unknown == [false, false] {
            return None;
        }
        let result = match (op, unknown) {
            (Binary::Add | Binary::Sub, [true, true]) => {
                let (a, b) = (self.fit(base, left, ty)?, self.fit(base, right, ty)?);
                // One may have become known with the other.
                if !self.is_unknown(base, left) || !self.is_unknown(base, right) {
                    return self.symbolic_binary(op, ty, regs, pc, base);
                }
                let Some(exact) = self.known_result(op, a, b) else {
                    self.settle(base, right);
                    return self.symbolic_binary(op, ty, regs, pc, base);
                };
                let all = numbers(ty);
                if self.options.overflow && ty.is_signed() && !(all.low..=all.high).contains(&exact) {
                    return Some(self.fault(pc, FaultKind::Overflow));
                }
                self.set(base, to, ty.cut(exact as u128));
                return Some(Flow::Next);
            }
            (Binary::Add, _) => {
                let (s, k) = if unknown[0] { (left, right) } else { (right, left) };
                self.hides_all(self.get(base, k) as u64);
                let symbol = self.fit(base, s, ty)?;
                let known = ty.extend(self.get(base, k)) as i128;
                Symbol { offset: symbol.offset + known, ..symbol }
            }
            (Binary::Sub, [true, false]) => {
                let symbol = self.fit(base, left, ty)?;
                self.hides_all(self.get(base, right) as u64);
                Symbol { offset: symbol.offset - ty.extend(self.get(base, right)) as i128, ..symbol }
            }
            (Binary::Sub, _) => {
                let symbol = self.fit(base, right, ty)?;
                self.hides_all(self.get(base, left) as u64);
                let known = ty.extend(self.get(base, left)) as i128;
                Symbol { id: symbol.id, negated: !symbol.negated, offset: known - symbol.offset }
            }
            (Binary::Rem | Binary::Div | Binary::BitAnd | Binary::Shr, [true, false]) => {
                return self.image(op, ty, regs, pc, base);
            }
            (
                Binary::Mul
                | Binary::Div
                | Binary::Rem
                | Binary::BitAnd
                | Binary::BitXor
                | Binary::BitOr
                | Binary::Shl
                | Binary::Shr,
                _,
            ) => {
                if matches!(op, Binary::Div | Binary::Rem) && unknown[1] {
                    // The divisors for which there is no quotient, apart from all others.
                    self.split(base, right, ty, &[-1, 0, 1])?;
                }
                self.settle(base, left);
                self.settle(base, right);
                return None;
            }
        };
        self.set(base, to, result.pack());
        if let Some(fault) = self.unknown_overflow(to, ty, pc, base) {
            return Some(fault);
        }
        self.fit(base, to, ty);
        Some(Flow::Next)
    }

    /// A result that is not known, before it is made to fit its type: the fault where it does not, if that is looked
    /// for.
    fn unknown_overflow(&mut self, to: Reg, ty: Type, pc: u32, base: usize) -> Option<Flow> {
        if !self.options.overflow || !ty.is_signed() {
            return None;
        }
        let all = numbers(ty);
        let value = self.split_range(base, to, &[all.low, all.high + 1])?;
        (value < all.low || value > all.high).then(|| self.fault(pc, FaultKind::Overflow))
    }

    /// `x % n`, `x / n`, `x & (2^k - 1)`, `x >> k` for a known right side. If nothing else refers to the unknown, and
    /// each value of the result's interval comes from one of its values, the result is a new unknown.
    fn image(&mut self, op: Binary, ty: Type, regs: [Reg; 3], pc: u32, base: usize) -> Option<Flow> {
        let [to, left, right] = regs;
        let by = ty.extend(self.get(base, right)) as i128;
        let modulus = match op {
            Binary::Rem | Binary::Div => by,
            Binary::BitAnd => by + 1,
            _ => 1i128.checked_shl(by as u32).unwrap_or(0),
        };
        let fits = modulus > 1 && (op != Binary::BitAnd || modulus & (modulus - 1) == 0) && modulus < 1 << 62;
        // Signs first: C rounds towards 0.
        self.split(base, left, ty, &[0])?;
        if !self.is_unknown(base, left) || !fits || !self.is_only_reference(base, left, to, pc) {
            self.settle(base, left);
            return None;
        }
        let symbol = Symbol::unpack(self.get(base, left));
        let range = symbol.range(self.world.unknowns[symbol.id as usize]);
        let result = match op {
            Binary::Div => Interval { low: range.low / modulus, high: range.high / modulus },
            Binary::Shr => Interval { low: range.low.div_euclid(modulus), high: range.high.div_euclid(modulus) },
            _ if range.count() < modulus as u128 => {
                self.settle(base, left);
                return None;
            }
            Binary::Rem if range.high <= 0 && range.low < 0 => Interval { low: 1 - modulus, high: 0 },
            _ => Interval { low: 0, high: modulus - 1 },
        };
        let id = self.world.unknowns.len() as u16;
        let bits = self.new_unknown(result, ty);
        if self.world.keeps_identities {
            self.told.made.push(Made { id, of: symbol.id, symbol, op, modulus });
        }
        self.set(base, to, bits);
        Some(Flow::Next)
    }

    /// The result of a comparison; the interval is split so that it is the same for all values.
    fn compare_unknown(&mut self, op: Compare, ty: Type, left: Reg, right: Reg, base: usize) -> Option<bool> {
        let unknown = [self.is_unknown(base, left), self.is_unknown(base, right)];
        match unknown {
            [false, false] => None,
            [true, true] => {
                let (a, b) = (self.fit(base, left, ty)?, self.fit(base, right, ty)?);
                if a.id == b.id && a.negated == b.negated {
                    let bits = [a, b].map(|s| s.offset as u128);
                    return Some(value::compare(op, Type::I128, bits[0], bits[1]));
                }
                let ranges = [a, b].map(|s| s.range(self.world.unknowns[s.id as usize]));
                if ranges[0].high < ranges[1].low || ranges[1].high < ranges[0].low {
                    return Some(value::compare(op, Type::I128, ranges[0].low as u128, ranges[1].low as u128));
                }
                if a.negated == b.negated && a.id != b.id {
                    let difference = self.split_difference(op, a, b);
                    return Some(value::compare(op, Type::I128, difference as u128, 0));
                }
                let smaller = if ranges[0].count() < ranges[1].count() { left } else { right };
                self.settle(base, smaller);
                self.compare_unknown(op, ty, left, right, base)
                    .or_else(|| Some(value::compare(op, ty, self.get(base, left), self.get(base, right))))
            }
            [first, _] => {
                let (s, k) = if first { (left, right) } else { (right, left) };
                let known = ty.extend(self.get(base, k)) as i128;
                let value = self.split(base, s, ty, &[known, known + 1])?;
                let (a, b) = if first { (value, known) } else { (known, value) };
                Some(value::compare(op, Type::I128, a as u128, b as u128))
            }
        }
    }

    /// The sum or difference of two symbols, if what is unknown goes out of it.
    fn known_result(&self, op: Binary, a: Symbol, b: Symbol) -> Option<i128> {
        let offset = if op == Binary::Add { a.offset + b.offset } else { a.offset - b.offset };
        if (a.negated == b.negated) != (op == Binary::Sub) {
            return None;
        }
        let (x, y) = if a.negated { (b.id, a.id) } else { (a.id, b.id) };
        let apart = self.world.order.difference(&self.world.unknowns, x, y);
        (a.id == b.id || apart.low == apart.high).then(|| if a.id == b.id { offset } else { offset + apart.low })
    }

    /// Splits what the difference of two values of different unknowns may be, so that comparing it with 0 has one
    /// result; a value of the part chosen.
    fn split_difference(&mut self, op: Compare, a: Symbol, b: Symbol) -> i128 {
        // `-x + i` and `-y + j` differ as `y + i` and `x + j` do.
        let (x, y) = if a.negated { (b.id, a.id) } else { (a.id, b.id) };
        let apart = a.offset - b.offset;
        let whole = self.world.order.difference(&self.world.unknowns, x, y);
        let cuts: &[i128] = match op {
            Compare::Eq | Compare::Ne => &[-apart, 1 - apart],
            Compare::Lt | Compare::Ge => &[-apart],
            Compare::Gt | Compare::Le => &[1 - apart],
        };
        let mut parts = whole.cut(cuts);
        // As in `split_range`, nearest to 0 first.
        parts.sort_by_key(|p| (p.low.unsigned_abs().min(p.high.unsigned_abs()), p.low));
        let part = parts[self.choose_part(parts.len() as u32) as usize];
        if parts.len() > 1 {
            self.world.restrict(&self.shared, (x, y), part);
        }
        part.low + apart
    }

    pub(super) fn register_type(&self, r: Reg) -> Type {
        let function = self.world.running.frames.last().map_or(0, |f| f.function);
        self.shared.program.functions[function as usize].registers[r.0 as usize].ty
    }

    #[inline(always)]
    fn is_unknown(&self, base: usize, r: Reg) -> bool {
        is_symbol(self.get(base, r), Type::U64) && self.register_type(r).bits() <= 64
    }

    /// A new unknown value of a type.
    pub(super) fn new_unknown(&mut self, range: Interval, ty: Type) -> u128 {
        if range.low == range.high {
            return ty.cut(range.low as u128);
        }
        let id = self.world.unknowns.len() as u16;
        self.world.unknowns.push(range);
        Symbol { id, negated: false, offset: 0 }.pack()
    }

    /// The symbol in a register, as a number of a type: what is beyond wraps around, and the interval is split where
    /// that makes a difference. `None` if it became known.
    pub(super) fn fit(&mut self, base: usize, r: Reg, ty: Type) -> Option<Symbol> {
        let bits = self.get(base, r);
        if !is_symbol(bits, ty) {
            return None;
        }
        let symbol = Symbol::unpack(bits);
        let range = symbol.range(self.world.unknowns[symbol.id as usize]);
        let all = numbers(ty);
        let window = |v: i128| (v - all.low).div_euclid(1 << ty.bits());
        let (first, last) = (window(range.low), window(range.high));
        if last - first > 64 {
            self.settle(base, r);
            return None;
        }
        let cuts: Vec<i128> = (first + 1..=last).map(|w| all.low + w * (1 << ty.bits())).collect();
        let value = self.split_range(base, r, &cuts)?;
        if !is_symbol(self.get(base, r), ty) {
            let known = ty.cut(self.get(base, r));
            self.set(base, r, known);
            return None;
        }
        let shift = window(value) * (1 << ty.bits());
        let fitted = Symbol { offset: symbol.offset - shift, ..symbol };
        self.world.running.registers[base + r.0 as usize] = fitted.pack();
        Some(fitted)
    }

    /// Splits the interval of the symbol in a register, as a number of a type, at cuts; a value of the part chosen.
    fn split(&mut self, base: usize, r: Reg, ty: Type, cuts: &[i128]) -> Option<i128> {
        if self.fit(base, r, ty).is_none() {
            return Some(ty.extend(ty.cut(self.get(base, r))) as i128);
        }
        self.split_range(base, r, cuts)
    }

    fn split_range(&mut self, base: usize, r: Reg, cuts: &[i128]) -> Option<i128> {
        let symbol = Symbol::unpack(self.get(base, r));
        let range = symbol.range(self.world.unknowns[symbol.id as usize]);
        let mut parts = range.cut(cuts);
        if parts.len() == 1 {
            return Some(range.low);
        }
        // Values next to 0 first: they make the shorter runs.
        parts.sort_by_key(|p| (p.low.unsigned_abs().min(p.high.unsigned_abs()), p.low));
        let part = parts[self.choose_part(parts.len() as u32) as usize];
        let ends = [symbol.solve(part.low), symbol.solve(part.high)];
        let narrowed = Interval { low: ends[0].min(ends[1]), high: ends[0].max(ends[1]) };
        self.narrow(symbol.id, narrowed);
        Some(part.low)
    }

    pub(super) fn narrow(&mut self, id: u16, interval: Interval) {
        self.world.narrow(&self.shared, id, interval);
    }

    fn choose_part(&mut self, of: u32) -> u32 {
        let before = self.step.made;
        let taken = self.choose(of);
        if let Some(choice) = self.step.choices.get_mut(before) {
            *choice = Choice { part: true, ..*choice };
        }
        taken
    }

    /// The value in a register becomes known: each that it may be, or some of many.
    pub(super) fn settle(&mut self, base: usize, r: Reg) {
        if !self.is_unknown(base, r) {
            return;
        }
        let symbol = Symbol::unpack(self.get(base, r));
        let interval = self.world.unknowns[symbol.id as usize];
        let value = self.settle_unknown(interval);
        self.narrow(symbol.id, Interval { low: value, high: value });
    }

    pub(super) fn settle_unknown(&mut self, interval: Interval) -> i128 {
        if interval.count() <= FEW {
            return interval.low + i128::from(self.choose_part(interval.count() as u32));
        }
        let location = self.location();
        let (low, high) = (interval.low as i64, interval.high as i64);
        self.obstacle(Obstacle::Input { low, high, location });
        let tried =
            [0, 1, 2, interval.low, interval.high].into_iter().chain(self.inputs.iter().map(|v| i128::from(*v)));
        let mut values: Vec<i128> = tried.filter(|v| (interval.low..=interval.high).contains(v)).collect();
        values.sort_unstable_by_key(|v| (v.unsigned_abs(), *v));
        values.dedup();
        values[self.choose_part(values.len() as u32) as usize]
    }

    /// Whether no value that is still read, but for the one in a register, is made of the same unknown, or of one that
    /// it has an order with.
    fn is_only_reference(&mut self, base: usize, r: Reg, to: Reg, pc: u32) -> bool {
        let symbol = Symbol::unpack(self.get(base, r));
        let kept = std::mem::take(&mut self.world.running.registers[base + r.0 as usize]);
        self.set_pc(pc + 1);
        let related = self.world.order.related(symbol.id);
        let all = related.into_iter().chain([symbol.id]);
        let count: usize = all.map(|id| self.world.references(&self.shared, id, true)).sum();
        self.set_pc(pc);
        self.world.running.registers[base + r.0 as usize] = kept;
        let function = self.world.running.frames.last().map_or(0, |f| f.function);
        let live = self.shared.live[function as usize].before(pc + 1);
        let still_read = live[r.0 as usize / 64] >> (r.0 % 64) & 1 == 1;
        count == 0 && (!still_read || r == to)
    }
}
