//! The choice of the next statement.

use super::builder::{Builder, Scope};
use super::feature::Feature;
use super::{call, chain, frame, kind, lock, plain, pointer, wait};
use crate::generator::tree::{self, Node, text};

type Maker = fn(&mut Builder, &mut Scope) -> Option<Node>;

/// Statements that every program may have, with weights.
const ALWAYS: [(usize, Maker); 4] =
    [(5, plain::assign as Maker), (6, plain::read), (4, plain::change), (3, plain::test)];

/// Statements that a feature brings, with weights.
const BROUGHT: &[(Feature, usize, Maker)] = &[
    (Feature::Compound, 5, plain::compound),
    (Feature::Increment, 6, plain::increment),
    (Feature::Division, 4, plain::division),
    (Feature::Cast, 5, plain::cast),
    (Feature::Conditional, 4, plain::conditional),
    (Feature::Loop, 3, plain::repeat),
    (Feature::Switch, 3, plain::switch),
    (Feature::Goto, 3, plain::jump),
    (Feature::Unset, 4, plain::unset),
    (Feature::Assertion, 4, plain::assertion),
    (Feature::Pointer, 3, pointer::redirect),
    (Feature::Pointer, 2, pointer::follow),
    (Feature::PointerPointer, 4, pointer::redirect),
    (Feature::PointerMember, 4, pointer::redirect),
    (Feature::PointerMember, 2, pointer::follow),
    (Feature::PointerArray, 4, pointer::redirect),
    (Feature::Struct, 5, pointer::copy_struct),
    (Feature::BitField, 5, pointer::store_bits),
    (Feature::Array, 5, pointer::index),
    (Feature::Array, 2, pointer::walk),
    (Feature::IndexError, 4, pointer::index),
    (Feature::Heap, 5, pointer::heap),
    (Feature::HeapError, 4, pointer::heap),
    (Feature::Call, 7, call::call),
    (Feature::Recursion, 5, call::recursion),
    (Feature::FunctionPointer, 6, call::indirect),
    (Feature::Static, 5, call::keep),
    (Feature::Mutex, 6, wait::region),
    (Feature::Trylock, 4, wait::region),
    (Feature::MutexPlace, 5, wait::region),
    (Feature::MutexKind, 6, wait::special),
    (Feature::Condition, 7, wait::condition),
    (Feature::Semaphore, 6, wait::semaphore),
    (Feature::Barrier, 7, wait::barrier),
    (Feature::Atomic, 7, wait::atomic),
    (Feature::Builtin, 7, wait::builtin),
    (Feature::Exchange, 8, wait::exchange),
    (Feature::ReadWrite, 7, lock::read_write),
    (Feature::Spin, 6, lock::spin),
    (Feature::Boxes, 8, lock::boxes),
    (Feature::Once, 7, lock::once),
    (Feature::Timed, 8, lock::timed),
    (Feature::Standard, 8, lock::standard),
    (Feature::Literal, 8, kind::literal),
    (Feature::VariableLength, 6, frame::variable_length),
    (Feature::Varargs, 7, frame::arguments),
    (Feature::LongJump, 9, frame::long_jump),
    (Feature::ThreadLocal, 7, frame::thread_local),
    (Feature::Key, 6, frame::key),
    (Feature::Lent, 6, frame::lend),
    (Feature::Huge, 8, kind::huge),
    (Feature::Fraction, 7, kind::fraction),
    (Feature::Named, 6, kind::named),
    (Feature::Tagged, 8, kind::tagged),
    (Feature::List, 8, chain::list),
    (Feature::Grown, 8, chain::grown),
    (Feature::Chained, 6, plain::chained),
    (Feature::Early, 2, plain::early),
    (Feature::CastStart, 5, call::member),
];

/// A statement of a function.
pub fn statement(b: &mut Builder, scope: &mut Scope) -> Option<Node> {
    let mut makers = ALWAYS.to_vec();
    makers.extend(BROUGHT.iter().filter(|(feature, ..)| b.has(*feature)).map(|&(_, weight, maker)| (weight, maker)));
    // A maker may have nothing to say here: a few attempts.
    for _ in 0..8 {
        let maker = b.random.weighted(&makers)?;
        let nests = [
            plain::test as Maker,
            plain::repeat,
            plain::switch,
            plain::jump,
            wait::region,
            wait::special,
            lock::read_write,
            lock::spin,
            lock::boxes,
            lock::timed,
            lock::standard,
        ]
        .iter()
        .any(|&nesting| std::ptr::fn_addr_eq(nesting, maker));
        if nests && scope.depth >= 2 {
            continue;
        }
        if let Some(node) = maker(b, scope) {
            return Some(node);
        }
    }
    plain::read(b, scope)
}

/// Between one and `most` statements inside of another.
pub fn body(b: &mut Builder, scope: &mut Scope, most: usize) -> Vec<Node> {
    scope.depth += 1;
    let count = 1 + b.random.below(most);
    let mut items: Vec<Node> = (0..count).filter_map(|_| statement(b, scope)).collect();
    scope.depth -= 1;
    if items.is_empty() {
        items.push(text(";"));
    }
    items
}

pub fn nested(b: &mut Builder, scope: &mut Scope, most: usize) -> Node {
    tree::block(body(b, scope, most))
}
