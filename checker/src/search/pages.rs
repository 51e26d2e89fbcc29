//! Large pieces of zeroed memory, in huge pages where the system has them.
//!
//! Memory that is never touched costs nothing. With pages of 4 KiB, a look into a table of some hundred megabytes waits
//! for the page tables as long as for the memory itself; with huge pages it does not.

#![allow(unsafe_code)]

use memmap2::MmapMut;
use std::ops::{Deref, DerefMut};
use std::sync::atomic::AtomicU64;

/// The size of a huge page.
const HUGE: usize = 2 << 20;

/// What is 0 if all its bytes are.
///
/// # Safety
/// Bytes of 0 must be a value of it, and it must not need more alignment than a page has.
pub unsafe trait Blank: Sized {}

// SAFETY: these are numbers.
unsafe impl Blank for u64 {}
unsafe impl Blank for AtomicU64 {}

/// A row of things, 0 at first.
#[derive(Debug)]
pub struct Row<T: Blank> {
    /// Where they begin: kept here so that finding one needs no look at who owns them.
    first: *mut T,
    len: usize,
    _owner: Owner<T>,
}

/// A row that threads share.
pub type Slots = Row<AtomicU64>;

/// Who owns a row. Neither moves what it owns.
#[derive(Debug)]
enum Owner<T> {
    Small(#[allow(dead_code)] Vec<T>),
    Large(#[allow(dead_code)] Pages),
}

// SAFETY: the pointer is to memory that goes with it.
unsafe impl<T: Blank + Send> Send for Row<T> {}
unsafe impl<T: Blank + Sync> Sync for Row<T> {}

impl<T: Blank> Row<T> {
    pub fn new(len: usize) -> Row<T> {
        if len * size_of::<T>() >= HUGE
            && let Some(pages) = Pages::new(len * size_of::<T>())
        {
            return Row { first: pages.base().cast(), len, _owner: Owner::Large(pages) };
        }
        Row::small(len)
    }

    /// The same in pages of the usual size: they need no more memory than that.
    pub fn small(len: usize) -> Row<T> {
        // SAFETY: bytes of 0 are a value.
        let mut small: Vec<T> = (0..len).map(|_| unsafe { std::mem::zeroed() }).collect();
        Row { first: small.as_mut_ptr(), len, _owner: Owner::Small(small) }
    }

    /// Bytes that the row takes.
    pub fn bytes(&self) -> u64 {
        (self.len * size_of::<T>()) as u64
    }
}

impl<T: Blank> Deref for Row<T> {
    type Target = [T];

    #[inline(always)]
    fn deref(&self) -> &[T] {
        // SAFETY: the owner's memory is that long, aligned, and initialised (from the system: 0).
        unsafe { std::slice::from_raw_parts(self.first, self.len) }
    }
}

impl<T: Blank> DerefMut for Row<T> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut [T] {
        // SAFETY: as above, and nobody else can have it.
        unsafe { std::slice::from_raw_parts_mut(self.first, self.len) }
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
