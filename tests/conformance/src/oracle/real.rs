//! Runs of the program with real threads: what they come to must be among what the explorer computed.
//!
//! Sequential consistency is what the explorer computes; x86 reorders stores and later loads, so that a real run of a
//! racy program may show more. A fence after every access would hide the races; the threads are instead held to one
//! processor, where a processor sees its own stores in order.

use super::dialect::{self, Reader};
use super::explorer::Explorer;
use crate::command;
use std::collections::BTreeSet;
use std::io;
use std::path::Path;
use std::time::Duration;

const OBSERVER: &str = "#define _GNU_SOURCE\n#include <sched.h>\n#include <stdio.h>\n\
    static long seen[32]; static unsigned count;\n\
    void oracle_observe(unsigned index, long value)\n\
    { seen[index] = value; if (index >= count) count = index + 1; }\n\
    void oracle_use(int unset) { (void)unset; }\n\
    int oracle_self(void) { return 0; }\n\
    __attribute__((constructor)) static void one(void)\n\
    { cpu_set_t set; CPU_ZERO(&set); CPU_SET(sched_getcpu(), &set); sched_setaffinity(0, sizeof set, &set); }\n\
    __attribute__((destructor)) static void tell(void)\n\
    { for (unsigned i = 0; i < count; i++) printf(\"%ld \", seen[i]); }\n";

/// The values at the end of so many runs; runs that end otherwise are left out.
pub fn run(explorer: &Explorer, program: &str, times: usize) -> io::Result<BTreeSet<Vec<i64>>> {
    std::fs::write(explorer.file("real.c"), dialect::expand(program, Reader::Plain))?;
    std::fs::write(explorer.file("observer.c"), OBSERVER)?;
    let arguments = "-O0 -w -fwrapv -pthread -include oracle.h real.c observer.c -o real";
    let arguments: Vec<String> = arguments.split_whitespace().map(String::from).collect();
    let outcome = command::run(Path::new("gcc"), &arguments, explorer.folder(), Duration::from_secs(30))?;
    if !outcome.success() {
        return Err(io::Error::other(outcome.stderr));
    }
    let mut values = BTreeSet::new();
    for _ in 0..times {
        let outcome = command::run(&explorer.file("real"), &[], explorer.folder(), Duration::from_secs(2))?;
        if outcome.success() {
            values.insert(outcome.stdout.split_whitespace().filter_map(|word| word.parse().ok()).collect());
        }
    }
    Ok(values)
}
