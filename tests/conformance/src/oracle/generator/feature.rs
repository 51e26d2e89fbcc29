//! What a program may be made of, for the choice of parts and for the table of results.

use std::fmt;

macro_rules! features {
    ($($variant:ident $name:literal $meaning:literal,)*) => {
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum Feature { $(#[doc = $meaning] $variant,)* }

        impl Feature {
            pub const ALL: &[Feature] = &[$(Feature::$variant,)*];

            pub fn name(self) -> &'static str {
                match self { $(Feature::$variant => $name,)* }
            }
        }
    };
}

features! {
    Base "base" "Global `int`s, assignments, tests; every program has it.",
    Narrow "narrow" "Globals of 8 and 16 bits.",
    Wide "wide" "Globals and locals of 64 bits.",
    Unsigned "unsigned" "Unsigned globals.",
    Cast "cast" "Casts of values, and of addresses to look at bytes.",
    Compound "compound" "`x += 2`.",
    Increment "increment" "`++` and `--` used as values.",
    Division "division" "`/` and `%`, sometimes by 0.",
    Conditional "conditional" "`? :`, `&&`, `||` and commas with shared operands.",
    Loop "loop" "Loops with small bounds, `break` and `continue`.",
    Switch "switch" "`switch`, with and without `break`.",
    Goto "goto" "Jumps forward and backward.",
    Pointer "pointer" "Global pointers that are changed.",
    PointerPointer "pointer-pointer" "Pointers to pointers.",
    PointerMember "pointer-member" "Pointers in structs, linked structs.",
    PointerArray "pointer-array" "Arrays of pointers.",
    StaticAddress "static-address" "Addresses in static initialisers.",
    LocalAddress "local-address" "Addresses of locals that other threads use.",
    Struct "struct" "Structs as values: members, copies, parameters, results.",
    Union "union" "Unions and their bytes.",
    BitField "bit-field" "Bit-fields that share a unit.",
    Array "array" "Arrays with computed indices.",
    IndexError "index-error" "Indices that may be out of bounds.",
    Heap "heap" "`malloc`, `calloc`, `free`.",
    HeapError "heap-error" "Use after free, double free, null, never set, out of bounds on the heap.",
    Call "call" "Calls with pointers as arguments and results.",
    Recursion "recursion" "Recursive functions.",
    FunctionPointer "function-pointer" "Function pointers and tables of functions.",
    Static "static-local" "Static locals.",
    Mutex "mutex" "Mutexes.",
    Trylock "trylock" "`pthread_mutex_trylock`.",
    MutexKind "mutex-kind" "Recursive and error-checking mutexes.",
    MutexPlace "mutex-place" "Mutexes in structs and arrays, locked through pointers.",
    Condition "condition" "Condition variables.",
    Semaphore "semaphore" "Semaphores.",
    Barrier "barrier" "Barriers.",
    Atomic "atomic" "`_Atomic` objects and `<stdatomic.h>`.",
    Builtin "builtin" "`__sync_*` and `__atomic_*`.",
    JoinResult "join-result" "Results of threads.",
    SameFunction "same-function" "Two threads that run one function, told apart by their argument.",
    Unset "unset" "Locals that may be read before they are set.",
    Assertion "assertion" "Assertions in threads.",
}

impl Feature {
    pub fn parse(name: &str) -> Option<Feature> {
        Feature::ALL.iter().copied().find(|feature| feature.name() == name)
    }
}

impl fmt::Display for Feature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
