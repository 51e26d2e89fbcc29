//! Which of our error kinds answers which error text of `pan`.

/// The kinds of `ax` that agree with an error of `pan`; empty when the text is unknown.
///
/// `pan` has one word, "assertion violated", for assertions of the user, for those that Spin puts into
/// the claim it makes of an ltl formula, which begin with a negation as some of the user's do, and for
/// indices out of range; `ax` tells them apart.
pub fn of_error(text: &str) -> &'static [&'static str] {
    if text.contains("invalid array index") {
        &["runtime"]
    } else if text.starts_with("assertion violated  !(") {
        &["assertion", "claim"]
    } else if text.starts_with("assertion violated") {
        &["assertion"]
    } else if text.starts_with("invalid end state") {
        &["end-state"]
    } else if text.starts_with("end state in claim") || text.starts_with("event_trace") {
        &["claim"]
    } else if text.starts_with("acceptance cycle") || text.starts_with("accept stutter") {
        &["acceptance-cycle"]
    } else if text.starts_with("non-progress cycle") {
        &["progress-cycle"]
    } else if RUNTIME.iter().any(|start| text.starts_with(start)) {
        &["runtime"]
    } else {
        &[]
    }
}

/// Errors after which `pan` cannot go on, or that come from the machine and not from a property.
const RUNTIME: &[&str] = &[
    "c_code line",
    "c_expr line",
    "ref to uninitialized chan",
    "x[rs] claim on uninitialized",
    "error to poll rendezvous",
    "block in d_step",
    "blocking sel in d_step",
    "too many processes",
    "too many queues",
    "priority is out of range",
    "used: enabled(pid=thisproc)",
    "non-determinism in event-trace",
    "bad queue",
    "qsend bad queue",
    "aborting",
    "xr chans",
    "xs chans",
    "error, partial order reduction invalid",
    "non-determinism in D_proctype",
];

/// After these `pan` goes on with whatever lies in memory, or undoes a step wrongly, so that its counts say nothing.
pub fn spoils_counts(output: &str) -> bool {
    ["invalid array index", "uninitialized chan", "missing pars", "too few parameters", "too many parameters"]
        .iter()
        .any(|text| output.contains(text))
}

/// The kinds that agree with the `verdict` column of the reference table.
pub fn of_verdict(verdict: &str, first_error: &str) -> Option<&'static [&'static str]> {
    match verdict {
        "pass" => Some(&[]),
        "invalid_end" | "assertion" | "uninit_chan" => Some(of_error(first_error)),
        "accept_cycle" => Some(&["acceptance-cycle"]),
        "np_cycle" => Some(&["progress-cycle"]),
        // The run was cut short, so that it says nothing about the model.
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tells_the_assertions_apart() {
        assert_eq!(of_error("assertion violated (i<3)"), ["assertion"]);
        assert_eq!(of_error("assertion violated - invalid array index"), ["runtime"]);
        assert_eq!(of_error("assertion violated  !( !((a)))"), ["assertion", "claim"]);
    }

    #[test]
    fn a_truncated_run_says_nothing() {
        assert_eq!(of_verdict("depth_truncated", ""), None);
    }
}
