//! Random models with processes that are alike: most of what they do treats their numbers as names, some of it does
//! not.

use checker::random::Random;

/// A text, and what is known about it.
pub fn model(seed: u64) -> String {
    let mut g = Generator { random: Random::new(seed), by_param: false, me: "_pid", ends: false, bad: 0, local: false };
    g.bad = if g.one_in(4) { 6 } else { 0 };
    g.by_param = g.one_in(3);
    g.ends = g.one_in(2);
    g.local = !g.ends && g.one_in(4);
    g.me = if g.by_param { "id" } else { "_pid" };
    g.text()
}

struct Generator {
    random: Random,
    /// Processes are started by `run` and get their number as a parameter.
    by_param: bool,
    me: &'static str,
    ends: bool,
    /// One of so many statements treats numbers as numbers; 0 for none.
    bad: usize,
    /// Processes have channels of their own.
    local: bool,
}

impl Generator {
    fn one_in(&mut self, n: usize) -> bool {
        self.random.below(n) == 0
    }

    fn pick<'a>(&mut self, list: &[&'a str]) -> &'a str {
        list[self.random.below(list.len())]
    }

    fn text(&mut self) -> String {
        let n = 2 + self.random.below(3);
        let others = self.random.below(3);
        let room = n + others + 2;
        let nobody = self.pick(&["255", "255", "0"]);
        let mut text = format!(
            "byte g; bool b; byte owner = {nobody}; bool flag[{room}]; byte arr[{room}];\n\
             typedef rec_t {{ byte v; byte who; bool in[{room}] }}; rec_t rec[{room}];\n\
             chan q = [1] of {{ byte }}; chan names = [2] of {{ byte, byte }}; chan rv = [0] of {{ byte }};\n\
             chan rep[{room}] = [1] of {{ byte }}; chan post = [1] of {{ chan }}; unsigned small : 3;\n"
        );
        let body = self.process();
        let locals = &format!("byte x; byte who = 255; chan c; bool seen[{room}];");
        let own = if self.local { " chan mine = [1] of { byte };" } else { "" };
        if self.by_param {
            text += &format!("proctype p(byte id) {{ {locals}{own}\n{body}}}\n");
            let first = self.random.below(2);
            let starts: Vec<String> = (0..n).map(|i| format!("run p({})", i + first)).collect();
            let starts = starts.join("; ");
            text += &if self.one_in(2) {
                format!("init {{ atomic {{ {starts} }} }}\n")
            } else {
                format!("init {{ {starts} }}\n")
            };
        } else {
            text += &format!("active [{n}] proctype p() {{ {locals}{own}\n{body}}}\n");
        }
        if others > 0 {
            let me = std::mem::replace(&mut self.me, "_pid");
            let local = std::mem::replace(&mut self.local, false);
            let body = self.process();
            text += &format!("active [{others}] proctype s() {{ {locals}\n{body}}}\n");
            (self.me, self.local) = (me, local);
        }
        if text.contains("run kid") {
            text += "proctype kid() { byte who; who = owner; who = _pid; owner = who; b = 1 }\n";
        }
        match self.random.below(6) {
            0 => text += "ltl low { [] (g < 3) }\n",
            1 if self.bad > 0 => text += "ltl first { [] !(flag[1] && b) }\n",
            _ => {}
        }
        text
    }

    fn process(&mut self) -> String {
        let mut body = String::new();
        if self.one_in(2) {
            for _ in 0..1 + self.random.below(2) {
                body += &format!("  {};\n", self.statement());
            }
        }
        let options = 1 + self.random.below(3);
        let (begin, end) = if self.ends && self.one_in(2) { ("if", "fi") } else { ("do", "od") };
        body += &format!("  {begin}\n");
        for i in 0..options {
            let row: Vec<String> = (0..1 + self.random.below(3)).map(|_| self.statement()).collect();
            let row = row.join("; ");
            let leave = if self.ends && begin == "do" && (i == 0 || self.one_in(3)) { "; break" } else { "" };
            body += &match self.random.below(6) {
                0 => format!("  :: atomic {{ {row} }}{leave}\n"),
                _ => format!("  :: {row}{leave}\n"),
            };
        }
        match self.random.below(8) {
            0 => body += "  :: else -> skip\n",
            1 => body += "  :: timeout -> b = 0\n",
            _ => {}
        }
        body + &format!("  {end}\n")
    }

    fn statement(&mut self) -> String {
        let me = self.me;
        if self.one_in(60) {
            return "_nr_pr < 6 -> run kid()".to_string();
        }
        if self.bad > 0 && self.one_in(self.bad) {
            let bad = [
                "owner = ME + 1",
                "ME > 1 -> skip",
                "flag[1] = 1",
                "owner == 1 -> skip",
                "x = ME; x < 2",
                "x = ME % 2",
                "x = _nr_pr; b = (x > 2)",
                "flag[(ME + 1) % 3] = 1",
                "owner = 1",
                "owner -> skip",
                "names!!ME,0",
                "b = (p[1]:x == 1)",
                "flag[g] = 1",
                "rep[1]!1",
                "assert(owner != 1)",
                "assert(!flag[0])",
            ];
            return self.pick(&bad).replace("ME", me);
        }
        let plain = [
            "g < 2 -> g++",
            "g > 0 -> g--",
            "b = !b",
            "b -> b = 0",
            "x = g",
            "x == 1 -> x = 0",
            "x = 1 - b",
            "assert(g < 3)",
            "assert(x < 2 || b)",
            "q!x",
            "q?x",
            "q!1",
            "rv!1",
            "rv?x",
            "skip",
            "!b -> b = 1",
            "d_step { g = (g + 1) % 3; b = (g == 0) }",
        ];
        let names = [
            "owner = ME",
            "owner == ME -> skip",
            "owner != ME -> skip",
            "owner = 255",
            "owner == 255 -> owner = ME",
            "who = owner",
            "who = ME",
            "who != 255 -> flag[who] = 0",
            "who == owner -> skip",
            "flag[ME] = 1",
            "flag[ME] = 0",
            "!flag[ME] -> skip",
            "arr[ME] = (arr[ME] + 1) % 2",
            "arr[ME] == 1 -> skip",
            "assert(arr[ME] == 0 || !b)",
            "names!ME,1",
            "names!ME,x",
            "names?who,x",
            "names?eval(ME),x",
            "names??eval(ME),x",
            "names?[eval(ME),1] -> skip",
            "rep[ME]!1",
            "rep[ME]?x",
            "who != 255 -> rep[who]!x",
            "rec[ME].v = 1 - rec[ME].v",
            "rec[ME].who = owner",
            "rec[ME].in[ME] = 1",
            "who != 255 -> rec[ME].in[who] = !rec[ME].in[who]",
            "who != 255 && rec[who].in[ME] -> skip",
            "rec[ME].v == 1 && rec[ME].who == ME -> b = 1",
            "assert(owner != ME || flag[ME])",
            "assert(!(rec[ME].v == 1 && flag[ME]))",
            "d_step { flag[ME] = 1; owner = ME }",
            "seen[ME] = !seen[ME]",
            "who != 255 -> seen[who] = 1",
            "who != 255 && seen[who] -> b = 1",
            "assert(!seen[ME] || !b)",
            "small = ME",
            "small == ME -> skip",
            "empty(rep[ME]) -> skip",
            "len(names) == 2 -> names?who,_",
            "post!rep[ME]",
            "post?c",
            "c != 0 && c == rep[ME] -> b = 1",
            "c != 0 && nfull(c) -> c!1",
            "who = owner; who != 255 -> owner = (flag[who] -> who : ME)",
        ];
        let channels = ["post!mine", "post?c", "c != 0 && nfull(c) -> c!1", "mine?x", "mine?x", "post?c; c!0"];
        match self.random.below(8) {
            0 | 1 if self.local => self.pick(&channels).to_string(),
            0..4 => self.pick(&plain).to_string(),
            _ => self.pick(&names).replace("ME", me),
        }
    }
}
