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
    Exchange "exchange" "`atomic_flag`, compare and exchange of the `__atomic` kind, pointers that are exchanged.",
    ReadWrite "read-write" "Read-write locks.",
    Spin "spin" "Spin locks.",
    Boxes "boxes" "Mutexes in objects of the heap, reached through pointers that change.",
    Timed "timed" "Calls with a time limit: mutexes, condition variables, semaphores.",
    Standard "standard" "C11's threads, mutexes, conditions and `call_once`.",
    Literal "literal" "Compound literals, strings, tables that are read only, volatile data.",
    Once "once" "`pthread_once`.",
    VariableLength "variable-length" "Arrays of variable length, also as parameters.",
    Varargs "varargs" "Functions with variable arguments, `va_copy`, `va_list` as a parameter.",
    LongJump "long-jump" "`setjmp` and `longjmp` in one thread.",
    ThreadLocal "thread-local" "`_Thread_local` data, also reached by others.",
    Key "key" "`pthread_setspecific`.",
    Lent "lent" "Locals of a thread that others use while it runs.",
    Huge "huge" "`__int128`.",
    Fraction "fraction" "`float` and `double`.",
    Named "named" "`_Bool` and enumerations.",
    Tagged "tagged" "Pointers as numbers with tags, `offsetof`, differences of pointers.",
    List "list" "A linked list on the heap.",
    Grown "grown" "`realloc`.",
    Nested "nested" "Arrays of arrays, and of structs.",
    Chained "chained" "Assignments used as values.",
    Early "early" "`exit` in a thread, threads that are detached or not waited for.",
    CastStart "cast-start" "Threads that start with a function of another type, and functions in structs.",
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
