//! Interned spellings: every name, number and string of a model once, known by a small index.
//!
//! The reserved words of Promela come first, so that a symbol is a keyword exactly when its index is
//! that of a [`Keyword`].

use std::collections::HashMap;
use std::rc::Rc;

/// An interned spelling.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Sym(u32);

impl Sym {
    /// The symbol of tokens that have no spelling of their own, such as `;`.
    pub const NONE: Sym = Sym(u32::MAX);

    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// The reserved word with this spelling.
    pub fn keyword(self) -> Option<Keyword> {
        KEYWORDS.get(self.index()).map(|(_, keyword)| *keyword)
    }

    pub(super) fn from_index(index: usize) -> Sym {
        Sym(index as u32)
    }
}

macro_rules! keywords {
    ($($variant:ident $text:literal)*) => {
        /// A reserved word of Promela.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum Keyword {
            $($variant,)*
        }

        const KEYWORDS: &[(&str, Keyword)] = &[$(($text, Keyword::$variant),)*];

        impl Keyword {
            /// The word as it is written.
            pub fn text(self) -> &'static str {
                match self {
                    $(Keyword::$variant => $text,)*
                }
            }
        }
    };
}

keywords! {
    Active "active" Assert "assert" Atomic "atomic" Bit "bit" Bool "bool" Break "break" Byte "byte"
    CCode "c_code" CDecl "c_decl" CExpr "c_expr" CState "c_state" CTrack "c_track" Chan "chan"
    DProctype "D_proctype" DStep "d_step" Do "do" Else "else" Empty "empty" Enabled "enabled" Eval "eval"
    False "false" Fi "fi" For "for" Full "full" GetPriority "get_priority" Goto "goto" Hidden "hidden" If "if"
    Init "init" Inline "inline" Int "int" Len "len" Local "local" Ltl "ltl" Mtype "mtype" NEmpty "nempty"
    Never "never" NFull "nfull" NoTrace "notrace" NonProgress "np_" Od "od" Of "of" PcValue "pc_value" Pid "pid"
    Printf "printf" Printm "printm" Priority "priority" Proctype "proctype" Provided "provided" Return "return"
    Run "run" Select "select" SetPriority "set_priority" Short "short" Show "show" Skip "skip"
    Timeout "timeout" Trace "trace" True "true" Typedef "typedef" Unless "unless" Unsigned "unsigned"
    Xr "xr" Xs "xs"
}

impl Keyword {
    /// Words that begin a top-level construct and nothing else.
    pub fn begins_unit(self) -> bool {
        use Keyword::*;
        matches!(
            self,
            Active | Proctype | DProctype | Init | Never | Trace | NoTrace | Ltl | Typedef | Inline | CState | CTrack
        )
    }

    /// All reserved words, for suggestions.
    pub fn all() -> impl Iterator<Item = &'static str> {
        KEYWORDS.iter().map(|(text, _)| *text)
    }
}

/// The table of spellings.
pub struct Symbols {
    indices: HashMap<Rc<str>, u32>,
    texts: Vec<Rc<str>>,
}

impl Default for Symbols {
    fn default() -> Symbols {
        let mut symbols = Symbols { indices: HashMap::new(), texts: Vec::new() };
        for (text, _) in KEYWORDS {
            symbols.intern(text);
        }
        symbols
    }
}

impl Symbols {
    pub fn intern(&mut self, text: &str) -> Sym {
        if let Some(index) = self.indices.get(text) {
            return Sym(*index);
        }
        let text: Rc<str> = text.into();
        let index = self.texts.len() as u32;
        self.texts.push(text.clone());
        self.indices.insert(text, index);
        Sym(index)
    }

    /// The spelling; empty for [`Sym::NONE`].
    pub fn text(&self, sym: Sym) -> &str {
        self.texts.get(sym.index()).map_or("", |text| text)
    }
}

/// The candidate nearest to `word` in spelling, if one is near enough to be meant.
pub fn nearest<'a>(word: &str, candidates: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    if word.len() < 2 || word.len() > 40 {
        return None;
    }
    let allowed = if word.len() < 5 { 1 } else { 2 };
    candidates
        .filter(|candidate| candidate.len().abs_diff(word.len()) <= allowed)
        .map(|candidate| (distance(word.as_bytes(), candidate.as_bytes()), candidate))
        .filter(|(distance, _)| (1..=allowed).contains(distance))
        .min()
        .map(|(_, candidate)| candidate)
}

/// Edit distance where a swap of two neighbours counts one.
fn distance(a: &[u8], b: &[u8]) -> usize {
    let mut rows = vec![vec![0; b.len() + 1]; a.len() + 1];
    for i in 0..=a.len() {
        for j in 0..=b.len() {
            rows[i][j] = if i == 0 || j == 0 {
                i + j
            } else {
                let change = rows[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
                let mut best = change.min(rows[i - 1][j] + 1).min(rows[i][j - 1] + 1);
                if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                    best = best.min(rows[i - 2][j - 2] + 1);
                }
                best
            };
        }
    }
    rows[a.len()][b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keywords_are_the_first_symbols() {
        let mut symbols = Symbols::default();
        assert_eq!(symbols.intern("active").keyword(), Some(Keyword::Active));
        assert_eq!(symbols.intern("xs").keyword(), Some(Keyword::Xs));
        assert_eq!(symbols.intern("x").keyword(), None);
        assert_eq!(Sym::NONE.keyword(), None);
    }

    #[test]
    fn nearest_finds_misspelt_words() {
        assert_eq!(nearest("prntf", Keyword::all()), Some("printf"));
        assert_eq!(nearest("atmoic", Keyword::all()), Some("atomic"));
        assert_eq!(nearest("do", Keyword::all()), Some("od"));
        assert_eq!(nearest("sender", Keyword::all()), None);
    }
}
