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

/// A row of words that never moves, of a size that is known from the start.
#[derive(Debug)]
pub struct Words {
    pages: Pages,
    len: usize,
}

impl Words {
    /// Room for so many words. `None` if the system has no such memory.
    pub fn new(capacity: usize) -> Option<Words> {
        Some(Words { pages: Pages::new(capacity.checked_mul(4)?)?, len: 0 })
    }

    pub fn capacity(&self) -> usize {
        self.pages.bytes / 4
    }

    /// Adds words behind those that are there, and as many of 0. False if there is no room.
    #[inline(always)]
    pub fn extend(&mut self, words: &[u32], zeroes: usize) -> bool {
        let end = self.len + words.len() + zeroes;
        if end > self.capacity() {
            return false;
        }
        // SAFETY: the memory is that long, and what lies behind `len` is still as the system gave it: 0.
        unsafe {
            let to = self.pages.base().cast::<u32>().add(self.len);
            std::ptr::copy_nonoverlapping(words.as_ptr(), to, words.len());
        }
        self.len = end;
        true
    }
}

impl Deref for Words {
    type Target = [u32];

    #[inline(always)]
    fn deref(&self) -> &[u32] {
        // SAFETY: the memory is that long, aligned to a page, and was written or is 0.
        unsafe { std::slice::from_raw_parts(self.pages.base().cast(), self.len) }
    }
}

impl DerefMut for Words {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut [u32] {
        // SAFETY: as above, and nobody else can have it.
        unsafe { std::slice::from_raw_parts_mut(self.pages.base().cast(), self.len) }
    }
}
