//! Two answers about one harness, some of whose properties were answered by one search and the others by another.

use super::{Answer, Property};

impl Answer {
    /// One answer: the properties of this one have these places, in rising order; those of the other one are between
    /// them. What is said of the whole program is the union of what both say, but for statements that no run comes to:
    /// this answer looked at all of the program.
    pub fn joined(self, other: Answer, places: &[usize]) -> Answer {
        let mut rest = other.properties.into_iter();
        let mut properties: Vec<Property> = Vec::new();
        for (property, place) in self.properties.into_iter().zip(places) {
            let before = place.saturating_sub(properties.len());
            properties.extend(rest.by_ref().take(before));
            properties.push(property);
        }
        properties.extend(rest);
        let mut findings = self.findings;
        findings.extend(other.findings.into_iter().filter(|f| !findings.contains(f)).collect::<Vec<_>>());
        Answer {
            verdict: self.verdict.max(other.verdict),
            harness: self.harness,
            properties,
            unreviewed: [self.unreviewed, other.unreviewed].concat(),
            findings,
            unreached: self.unreached,
            most_general: other.most_general,
            generalised: [self.generalised, other.generalised].concat(),
            since: None,
        }
    }
}
