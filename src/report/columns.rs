//! Messages: what was sent or received in a step, as a line of text or in columns as `spin -c` prints them.
//!
//! ```text
//!   q\p   0   1
//!     1   .   rq!M,0
//!     1   rq?M,0
//! ```
//!
//! A row begins with the number of the channel; each process has a column.

use checker::exec::Machine;
use checker::model::StatementKind;
use checker::simulate::{Picture, Taken, fields};

/// A message that was sent or received in a step.
#[derive(Debug)]
pub struct Message {
    pub pid: u32,
    pub sends: bool,
    /// A receive that leaves the message in the channel.
    keeps: bool,
    pub rendezvous: bool,
    channel: u32,
    name: String,
    fields: String,
}

impl Message {
    /// The message of a step that is a send or a receive. `machine` is in the state after it.
    pub fn of(taken: &Taken, before: &Picture, after: &Picture, machine: &Machine) -> Option<Message> {
        let model = machine.model;
        let statement = model.statement_of(taken.transition);
        let sends = match statement.kind {
            StatementKind::Send => true,
            StatementKind::Receive => false,
            _ => return None,
        };
        let (channel, slot) = machine.last_channel();
        let ty = machine.channel_type(channel)?;
        let rendezvous = ty.capacity == 0;
        let (old, new) = (before.messages(channel), after.messages(channel));
        let message = if rendezvous {
            machine.offered_message(channel)
        } else if sends {
            let same = old.iter().zip(new).take_while(|(a, b)| a == b).count();
            new.get(same)?.clone()
        } else {
            old.get(slot as usize)?.clone()
        };
        let base = statement.text.split(['!', '?', '[', '.']).next().unwrap_or("");
        let name = before.element_name(model, taken.pid, base, channel);
        let ty = machine.shape().channels.get(channel as usize - 1)?.ty;
        Some(Message {
            pid: taken.pid,
            sends,
            keeps: !sends && !rendezvous && old.len() == new.len(),
            rendezvous,
            channel,
            name: name.unwrap_or_else(|| before.channel_name(model, channel).1),
            fields: fields(model, ty, &message),
        })
    }

    /// `rq!M,0`, in the column of its process.
    pub fn row(&self) -> String {
        let dots = "   .".repeat(self.pid as usize);
        let mark = if self.sends { '!' } else { '?' };
        let fields = if self.keeps { format!("[{}]", self.fields) } else { self.fields.clone() };
        format!("{:3}{dots}   {}{mark}{fields}\n", self.channel, self.name)
    }

    /// `Send M,0 -> queue 1 (rq)`
    pub fn line(&self) -> String {
        let (verb, arrow) = match (self.sends, self.rendezvous, self.keeps) {
            (true, true, _) => ("Sent", "->"),
            (true, false, _) => ("Send", "->"),
            (false, _, true) => ("[Recv]", "<-"),
            (false, _, false) => ("Recv", "<-"),
        };
        format!("{verb} {}\t{arrow} queue {} ({})\n", self.fields, self.channel, self.name)
    }
}

/// The line above the columns.
pub fn header(processes: usize) -> String {
    let mut line = "q\\p".to_string();
    for pid in 0..processes {
        line.push_str(&format!(" {pid:3}"));
    }
    line.push('\n');
    line
}
