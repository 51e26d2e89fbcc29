//! Rendezvous: a process offers a message, and whoever can receives it. Where another option depends on whether
//! somebody did, options are tried one by one.

use super::Engine;
use super::answer::{NEVER, Question, UNKNOWN};
use super::sequence::DEEPEST;
use super::site::{Site, Turn};
use crate::collapse::ExpandError;
use crate::collapse::fields::{self, Key};
use crate::collapse::memo::Entry;
use crate::collapse::reached::Sink;
use crate::collapse::touch::Who;
use crate::exec::Machine;

impl<const K: usize> Engine<'_, '_, K> {
    /// The same as [`Engine::process`], option by option.
    #[inline(never)]
    pub(super) fn by_options(
        &mut self,
        machine: &mut Machine,
        key: &Key<K>,
        Turn { pid, site, timeout }: Turn,
        depth: u32,
        out: &mut impl Sink<K>,
    ) -> Result<bool, ExpandError> {
        let model = self.model;
        self.trace.wild = true;
        let Site { mask, asked, first, end, wild, .. } = self.sites[site as usize];
        let touched = fields::and(*key, &mask);
        let (mut moved, mut escape, mut no_message) = (false, 0, false);
        for (i, t) in (first..end).enumerate() {
            let info = &model.transitions[t as usize];
            if escape > 0 && escape != info.escape {
                break;
            }
            if no_message && info.repeats {
                continue;
            }
            no_message = false;
            self.asked += 1;
            let number = asked + 1 + 2 * i as u32 + u32::from(moved);
            let known = if wild { None } else { self.memo.find(number, &touched) };
            let question = Question { pid, site, first: t, end: t + 1, moved, alone: true, timeout, message: 0 };
            let (entry, kept) = match known {
                Some(entry) => (entry, true),
                None => self.answer(machine, key, question)?.ok_or(ExpandError::Unusual)?,
            };
            match entry {
                Entry::NOTHING => continue,
                Entry::NO_MESSAGE => {
                    no_message = true;
                    continue;
                }
                Entry::UNUSUAL => return Err(ExpandError::Unusual),
                _ => {}
            }
            escape = info.escape;
            let step = self.memo.step(entry.first());
            if step.message() == 0 {
                moved = true;
                self.take(machine, key, pid, entry, depth, out)?;
            } else if self.offer(machine, &fields::xor(*key, &step.delta), pid, step.message(), depth + 1, out)? {
                moved = true;
            } else {
                // Nobody received: the send was not possible after all.
                escape = 0;
            }
            if !kept {
                self.memo.forget(entry);
            }
        }
        Ok(moved)
    }

    /// A process offers a message: whoever can receives it. Whether anybody did.
    pub(super) fn offer(
        &mut self,
        machine: &mut Machine,
        key: &Key<K>,
        sender: u32,
        message: u32,
        depth: u32,
        out: &mut impl Sink<K>,
    ) -> Result<bool, ExpandError> {
        if depth >= DEEPEST {
            return Err(ExpandError::Unusual);
        }
        self.deepest = self.deepest.max(depth);
        // Who receives depends on all processes.
        self.trace.wild = true;
        let mut any = false;
        for pid in (0..self.process_count(machine, key)).rev().filter(|&pid| pid != sender) {
            let number = self.processes[pid as usize].number(key) as usize;
            let at = self.site(machine, key, (Who::Process(pid), false), number);
            let asked = self.receives.get(at as usize).and_then(|list| list.get(message as usize));
            let asked = match asked.copied().unwrap_or(UNKNOWN) {
                UNKNOWN => self.first_offer(machine, key, (pid, at), message),
                asked => asked,
            };
            if asked == NEVER {
                continue;
            }
            let site = self.sites[at as usize];
            self.asked += 1;
            let touched = fields::and(*key, &site.mask);
            let known = if site.wild { None } else { self.memo.find(asked, &touched) };
            let Site { first, end, .. } = site;
            let question = Question { pid, site: at, first, end, moved: false, alone: false, timeout: false, message };
            let (entry, kept) = match known {
                Some(entry) => (entry, true),
                None => self.answer(machine, key, question)?.ok_or(ExpandError::Unusual)?,
            };
            any |= self.take(machine, key, pid, entry, depth, out)?;
            if !kept {
                self.memo.forget(entry);
            }
        }
        Ok(any)
    }
}
