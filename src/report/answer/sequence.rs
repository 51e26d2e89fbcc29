//! A run as a message sequence chart: life lines, arrows between them, notes on them. `chart` and `svg` draw it.
//!
//! An arrow is the start of a thread, a message (at the time it is received), a lock that goes from one thread to the
//! next, or a signal. What else changes is a note. Steps without either are left out, the last one aside.

use super::{Error, Event, Step};
use std::collections::HashMap;

pub struct Sequence {
    pub lines: Vec<Line>,
    pub rows: Vec<Row>,
    /// The one file that all steps are in: places are lines of it then.
    pub file: Option<String>,
}

/// The life line of a thread.
pub struct Line {
    pub name: String,
    /// The row in which it starts; `None` if it is there from the beginning.
    pub starts: Option<usize>,
}

pub struct Row {
    /// The step it belongs to, counted from 1, and its place.
    pub step: Option<(usize, String)>,
    pub mark: Mark,
}

pub enum Mark {
    Arrow {
        from: usize,
        to: usize,
        label: String,
    },
    Notes(Vec<Note>),
    /// From here on everything repeats.
    Again,
}

/// Words on a life line.
pub struct Note {
    pub line: usize,
    pub text: String,
    pub tone: Tone,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tone {
    Plain,
    /// What goes wrong.
    Bad,
}

pub fn sequence(error: &Error) -> Sequence {
    let mut drawn = Drawn::new(error);
    for (index, step) in error.trail.iter().enumerate() {
        if error.cycle == Some(index) {
            drawn.rows.push(Row { step: None, mark: Mark::Again });
        }
        drawn.step(index, step);
    }
    drawn.end(error);
    Sequence { lines: drawn.lines, rows: drawn.rows, file: drawn.file }
}

struct Drawn {
    lines: Vec<Line>,
    rows: Vec<Row>,
    /// The life line of each process.
    by_process: HashMap<u32, usize>,
    file: Option<String>,
    /// Messages that were sent and not received: channel, message, who sent it.
    under_way: Vec<(String, String, usize)>,
    /// Who gave a lock free last.
    freed: HashMap<String, usize>,
}

impl Drawn {
    fn new(error: &Error) -> Drawn {
        let mut drawn = Drawn {
            lines: Vec::new(),
            rows: Vec::new(),
            by_process: HashMap::new(),
            file: error.trail.first().map(|s| s.at.file.clone()),
            under_way: Vec::new(),
            freed: HashMap::new(),
        };
        if error.trail.iter().any(|s| Some(&s.at.file) != drawn.file.as_ref()) {
            drawn.file = None;
        }
        let mut threads: Vec<(u32, &str)> = error.trail.iter().map(|s| (s.process, s.thread.as_str())).collect();
        threads.extend(error.standing.iter().map(|s| (s.process, s.thread.as_str())));
        threads.sort();
        threads.dedup_by_key(|t| t.0);
        for (process, name) in threads {
            drawn.by_process.insert(process, drawn.lines.len());
            drawn.lines.push(Line { name: name.to_string(), starts: None });
        }
        drawn
    }

    fn step(&mut self, index: usize, step: &Step) {
        let Some(&here) = self.by_process.get(&step.process) else { return };
        let place = Some((index + 1, self.place(step)));
        let mut changes = step.changes.clone();
        for event in &step.events {
            let at = changes.iter().position(|change| tells(change, event));
            match self.arrow(here, event).filter(|(from, to, _)| from != to) {
                Some((from, to, label)) => {
                    self.rows.push(Row { step: place.clone(), mark: Mark::Arrow { from, to, label } });
                    at.map(|at| changes.remove(at));
                }
                None => {
                    if let (Some(at), Some(words)) = (at, own_words(event)) {
                        changes[at] = words;
                    }
                }
            }
        }
        if changes.is_empty() {
            return;
        }
        let note = Note { line: here, text: changes.join(", "), tone: Tone::Plain };
        self.rows.push(Row { step: place, mark: Mark::Notes(vec![note]) });
    }

    fn place(&self, step: &Step) -> String {
        if self.file.is_some() { step.at.line.to_string() } else { step.at.short() }
    }

    /// The arrow of an event, if it is one.
    fn arrow(&mut self, here: usize, event: &Event) -> Option<(usize, usize, String)> {
        match event {
            Event::Starts { process, .. } => {
                let to = *self.by_process.get(process)?;
                self.lines[to].starts = Some(self.rows.len());
                Some((here, to, "starts".to_string()))
            }
            Event::Locks { object } => {
                let from = self.freed.remove(object).filter(|from| *from != here)?;
                Some((from, here, object.clone()))
            }
            Event::Unlocks { object } => {
                self.freed.insert(object.clone(), here);
                None
            }
            Event::Sends { channel, message } => {
                self.under_way.push((channel.clone(), message.clone(), here));
                None
            }
            Event::Receives { channel, message } => {
                let is_it = |m: &(String, String, usize)| (&m.0, &m.1) == (channel, message);
                let found = self.under_way.iter().position(is_it)?;
                let (.., from) = self.under_way.remove(found);
                Some((from, here, format!("{channel}: {message}")))
            }
            Event::Wakes { object, process, .. } => {
                let to = *self.by_process.get(process)?;
                Some((here, to, format!("signal {object}")))
            }
            Event::Waits { .. } => None,
        }
    }

    /// What goes wrong at the end: a statement, or that all wait.
    fn end(&mut self, error: &Error) {
        let last = error.trail.last();
        let notes = match (&error.at, last) {
            _ if error.kind == "deadlock" => {
                let stand = error.standing.iter().filter_map(|s| {
                    let line = *self.by_process.get(&s.process)?;
                    let tone = if s.at.is_some() { Tone::Bad } else { Tone::Plain };
                    Some(Note { line, text: s.words(), tone })
                });
                stand.filter(|note| !note.text.is_empty()).collect()
            }
            (Some(at), Some(last)) => {
                let line = self.by_process.get(&last.process).copied().unwrap_or(0);
                vec![Note { line, text: format!("{}: {}", error.message, at.statement), tone: Tone::Bad }]
            }
            _ => Vec::new(),
        };
        if !notes.is_empty() {
            let step = match error.at {
                Some(_) => last.map(|s| (error.trail.len(), self.place(s))),
                None => None,
            };
            self.rows.push(Row { step, mark: Mark::Notes(notes) });
        }
    }
}

/// Whether a change is what an event does.
fn tells(change: &str, event: &Event) -> bool {
    let begins = |words: String| change.starts_with(&words);
    match event {
        Event::Starts { thread, .. } => begins(format!("{thread} starts")),
        Event::Locks { object } => begins(format!("{object} is held by")),
        Event::Unlocks { object } => begins(format!("{object} is free")),
        Event::Sends { channel, .. } | Event::Receives { channel, .. } => {
            let held = begins(format!("{channel} holds ")) || begins(format!("{channel} is empty"));
            held || begins(format!("sends {channel}: ")) || begins(format!("receives {channel}: "))
        }
        Event::Waits { object } | Event::Wakes { object, .. } => begins(format!("waiting for {object}:")),
    }
}

/// An event in fewer words, beside the line of the thread that does it.
fn own_words(event: &Event) -> Option<String> {
    match event {
        Event::Locks { object } => Some(format!("takes {object}")),
        Event::Unlocks { object } => Some(format!("frees {object}")),
        Event::Waits { object } => Some(format!("waits for {object}")),
        Event::Sends { channel, message } => Some(format!("sends {channel}: {message}")),
        Event::Receives { channel, message } => Some(format!("receives {channel}: {message}")),
        Event::Starts { .. } | Event::Wakes { .. } => None,
    }
}
