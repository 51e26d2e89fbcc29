//! Shapes: which processes exist, and so what each word of a state means.
//!
//! Processes are created at the end of the vector and only the youngest can die, so a shape is a
//! stack of proctypes. It has a number, which is word 0 of every state: two states with the same words
//! have the same layout. Shapes are found once and kept.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use crate::model::{Model, ProctypeId};

/// A shape, by its number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct ShapeId(pub u32);

#[derive(Clone, Debug)]
pub struct Shape {
    /// By pid.
    pub processes: Vec<ProcessPlace>,
    /// By channel number less 1.
    pub channels: Vec<ChannelPlace>,
    /// Length of the state vector.
    pub words: u32,
    /// Without the youngest process.
    pub parent: ShapeId,
}

#[derive(Clone, Copy, Debug)]
pub struct ProcessPlace {
    pub proctype: ProctypeId,
    /// First word of its frame.
    pub frame: u32,
    /// Which bits of that word are its program counter.
    pub pc_mask: u32,
    /// Where its states begin in `Model::options`.
    pub base: u32,
}

impl ProcessPlace {
    pub fn new(model: &Model, proctype: ProctypeId, frame: u32) -> ProcessPlace {
        let p = model.proctype(proctype);
        ProcessPlace { proctype, frame, pc_mask: u32::MAX >> (32 - u32::from(p.pc.bits)), base: p.base }
    }
}

#[derive(Clone, Copy, Debug)]
pub struct ChannelPlace {
    /// Index into `Model::channel_types`.
    pub ty: u32,
    /// First word.
    pub at: u32,
}

#[derive(Clone, Debug)]
pub struct Shapes {
    list: Vec<Shape>,
    children: HashMap<(ShapeId, ProctypeId), ShapeId>,
    /// Where several machines that exchange states agree on the numbers.
    common: Option<CommonShapes>,
}

/// Shapes of several machines. Each machine knows a beginning of the list.
pub type CommonShapes = Arc<Mutex<Shapes>>;

impl Shapes {
    /// Knows the shape without processes, which has number 0.
    pub fn new(model: &Model) -> Shapes {
        let mut words = model.global_words;
        let mut channels = Vec::new();
        for &ty in &model.global_channels {
            channels.push(ChannelPlace { ty, at: words });
            words += model.channel_types[ty as usize].words;
        }
        let root = Shape { processes: Vec::new(), channels, words, parent: ShapeId(0) };
        Shapes { list: vec![root], children: HashMap::new(), common: None }
    }

    #[inline(always)]
    pub fn get(&self, id: u32) -> &Shape {
        &self.list[id as usize]
    }

    /// The shape with one more process. `None` if there would be too many processes, channels or words.
    pub fn with(&mut self, id: ShapeId, proctype: ProctypeId, model: &Model) -> Option<ShapeId> {
        if let Some(&child) = self.children.get(&(id, proctype)) {
            return Some(child);
        }
        if let Some(common) = &self.common {
            let common = Arc::clone(common);
            let child = common.lock().unwrap_or_else(PoisonError::into_inner).with(id, proctype, model)?;
            self.learn(child.0);
            self.children.insert((id, proctype), child);
            return Some(child);
        }
        let old = &self.list[id.0 as usize];
        let p = model.proctype(proctype);
        if old.processes.len() >= 255 || old.channels.len() + p.channels.len() > 255 {
            return None;
        }
        let mut processes = old.processes.clone();
        let mut channels = old.channels.clone();
        let mut words = old.words;
        processes.push(ProcessPlace::new(model, proctype, words));
        words += p.frame_words;
        for &(ty, _) in &p.channels {
            channels.push(ChannelPlace { ty, at: words });
            words += model.channel_types[ty as usize].words;
        }
        let child = ShapeId(self.list.len() as u32);
        self.list.push(Shape { processes, channels, words, parent: id });
        self.children.insert((id, proctype), child);
        Some(child)
    }

    /// What several machines may share from here on. They must all know these shapes and no others.
    pub fn to_common(&self) -> CommonShapes {
        Arc::new(Mutex::new(self.clone()))
    }

    pub fn share(&mut self, common: &CommonShapes) {
        self.common = Some(Arc::clone(common));
    }

    /// Knows a shape that another machine may have found.
    #[inline(always)]
    pub fn learn(&mut self, id: u32) {
        if id as usize >= self.list.len() {
            self.learn_from_common();
        }
    }

    /// Knows all shapes that any machine has found.
    #[cold]
    pub fn learn_from_common(&mut self) {
        let Some(common) = &self.common else { return };
        let common = common.lock().unwrap_or_else(PoisonError::into_inner);
        self.list.extend_from_slice(&common.list[self.list.len()..]);
    }

    /// How the shapes came about, from number 1 on: which one got another process, and of which proctype.
    pub fn history(&self) -> Vec<(ShapeId, ProctypeId)> {
        let grown = |s: &Shape| s.processes.last().map(|p| (s.parent, p.proctype));
        self.list.iter().filter_map(grown).collect()
    }

    /// The largest state seen, in words.
    pub fn most_words(&self) -> u32 {
        self.list.iter().map(|s| s.words).max().unwrap_or(0)
    }

    /// All proctypes that ever had a process.
    pub fn proctypes(&self) -> std::collections::HashSet<ProctypeId> {
        self.list.iter().filter_map(|s| s.processes.last()).map(|p| p.proctype).collect()
    }
}
