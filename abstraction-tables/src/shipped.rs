//! The tables that come with `ax`. Their text is in `tables/`, beside the sources.

/// Name and text of each, in the order they are asked.
pub const TABLES: [(&str, &str); 9] = [
    ("svcomp", include_str!("../tables/svcomp.lut")),
    ("verisoft", include_str!("../tables/verisoft.lut")),
    ("pthreads", include_str!("../tables/pthreads.lut")),
    ("threads", include_str!("../tables/threads.lut")),
    ("semaphore", include_str!("../tables/semaphore.lut")),
    ("sysv", include_str!("../tables/sysv.lut")),
    ("atomics", include_str!("../tables/atomics.lut")),
    ("posix", include_str!("../tables/posix.lut")),
    ("libc", include_str!("../tables/libc.lut")),
];

/// The text of a shipped table.
pub fn table(name: &str) -> Option<&'static str> {
    TABLES.iter().find(|(known, _)| *known == name).map(|(_, text)| *text)
}
