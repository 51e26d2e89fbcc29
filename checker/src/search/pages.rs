//! Large pieces of zeroed memory, in huge pages where the system has them.
//!
//! Memory that is never touched costs nothing. With pages of 4 KiB, a look into a table of some hundred megabytes waits for
//! the page tables as long as for the memory itself; with huge pages it does not.

#![allow(unsafe_code)]

use memmap2::MmapMut;
use std::ops::{Deref, DerefMut};
use std::sync::atomic::AtomicU64;

/// The size of a huge page.
const HUGE: usize = 2 << 20;

/// A row of slots, 0 at first.
#[derive(Debug)]
pub enum Slots {
    Small(Box<[AtomicU64]>),
    Large(Pages),
}

impl Slots {
    pub fn new(len: usize) -> Slots {
        let pages = if len * 8 >= HUGE { Pages::new(len * 8) } else { None };
        pages.map_or_else(|| Slots::Small((0..len).map(|_| AtomicU64::new(0)).collect()), Slots::Large)
    }
}

impl Deref for Slots {
    type Target = [AtomicU64];

    #[inline(always)]
    fn deref(&self) -> &[AtomicU64] {
        match self {
            Slots::Small(slots) => slots,
            // SAFETY: the memory is that long, aligned to a huge page, zeroed, and shared as atomics only.
            Slots::Large(pages) => unsafe { std::slice::from_raw_parts(pages.base().cast(), pages.bytes / 8) },
        }
    }
}

impl DerefMut for Slots {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut [AtomicU64] {
        match self {
            Slots::Small(slots) => slots,
            // SAFETY: as above, and nobody else can have it.
            Slots::Large(pages) => unsafe { std::slice::from_raw_parts_mut(pages.base().cast(), pages.bytes / 8) },
        }
    }
}

/// Memory from the system, aligned to a huge page.
#[derive(Debug)]
pub struct Pages {
    map: MmapMut,
    /// Where the aligned part begins.
    skipped: usize,
    bytes: usize,
}

impl Pages {
    /// `None` if the system has no such memory.
    pub fn new(bytes: usize) -> Option<Pages> {
        let map = MmapMut::map_anon(bytes.checked_add(HUGE)?).ok()?;
        let skipped = map.as_ptr().align_offset(HUGE);
        // Nothing is lost if the system does not want to.
        #[cfg(target_os = "linux")]
        let _ = map.advise(memmap2::Advice::HugePage);
        (skipped <= HUGE).then_some(Pages { map, skipped, bytes })
    }

    /// The first byte.
    #[inline(always)]
    pub fn base(&self) -> *mut u8 {
        self.map.as_ptr().wrapping_add(self.skipped).cast_mut()
    }
}
