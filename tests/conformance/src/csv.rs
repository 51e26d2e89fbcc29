//! Splitting lines of comma-separated values, with quotes but without line breaks inside them.

/// The cells of a line.
pub fn cells(line: &str) -> Vec<String> {
    let mut cells = vec![String::new()];
    let mut quoted = false;
    let mut characters = line.chars().peekable();
    while let Some(character) = characters.next() {
        match character {
            '"' if quoted && characters.peek() == Some(&'"') => {
                characters.next();
                push(&mut cells, '"');
            }
            '"' => quoted = !quoted,
            ',' if !quoted => cells.push(String::new()),
            _ => push(&mut cells, character),
        }
    }
    cells
}

fn push(cells: &mut [String], character: char) {
    if let Some(last) = cells.last_mut() {
        last.push(character);
    }
}

/// A line from cells.
pub fn line(cells: &[String]) -> String {
    let quote = |cell: &String| match cell.contains([',', '"']) {
        true => format!("\"{}\"", cell.replace('"', "\"\"")),
        false => cell.clone(),
    };
    cells.iter().map(quote).collect::<Vec<_>>().join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn goes_both_ways() {
        let text = r#"a,"b, ""c""",,d"#;
        assert_eq!(cells(text), ["a", "b, \"c\"", "", "d"]);
        assert_eq!(line(&cells(text)), text);
    }
}
