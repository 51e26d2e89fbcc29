//! Text in narrow places.

/// Lines of at most `width` characters, broken between words where that is possible, else behind a sign.
pub fn wrapped(text: &str, width: usize) -> Vec<String> {
    let width = width.max(1);
    let mut lines: Vec<String> = Vec::new();
    let mut line = String::new();
    for word in text.split(' ').filter(|w| !w.is_empty()) {
        let mut word = word;
        loop {
            let gap = usize::from(!line.is_empty());
            let room = width.saturating_sub(length(&line) + gap);
            if length(word) <= room {
                break;
            }
            // A word that fits into a line of its own stays whole.
            let cut = if length(word) <= width { None } else { cut(word, room) };
            match cut {
                Some(at) => {
                    line.push_str(&" ".repeat(gap));
                    line.push_str(&word[..at]);
                    word = &word[at..];
                }
                None if line.is_empty() => {
                    let at = word.char_indices().nth(width).map_or(word.len(), |(at, _)| at);
                    line.push_str(&word[..at]);
                    word = &word[at..];
                }
                None => {}
            }
            lines.push(std::mem::take(&mut line));
        }
        if !line.is_empty() && !word.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    if !line.is_empty() {
        lines.push(line);
    }
    lines
}

/// Where to break a word so that its first part has at most `room` characters.
fn cut(word: &str, room: usize) -> Option<usize> {
    let places = word.char_indices().take(room).filter(|(_, c)| "([{,;_-/".contains(*c));
    places.last().map(|(at, c)| at + c.len_utf8()).filter(|at| *at >= 4)
}

pub fn length(text: &str) -> usize {
    text.chars().count()
}

#[cfg(test)]
mod tests {
    use super::wrapped;

    #[test]
    fn words_stay_whole_if_they_fit() {
        assert_eq!(wrapped("lock is held by worker 2", 12), ["lock is held", "by worker 2"]);
        assert_eq!(wrapped("27: pthread_mutex_lock(&a);", 14), ["27: pthread_", "mutex_lock(", "&a);"]);
        assert_eq!(wrapped("abcdefgh", 3), ["abc", "def", "gh"]);
        assert_eq!(wrapped("x é pthread_é", 9), ["x é", "pthread_é"]);
        assert!(wrapped("", 5).is_empty());
        assert_eq!(wrapped("a b", 0), ["a", "b"]);
    }
}
