//! Charts as SVG, written by hand: bars side by side, and lines over a logarithmic axis.
//!
//! Draws what it is given and chooses round numbers for the axes. No styles from outside, no scripts, a white ground,
//! so that it looks the same wherever it is shown.

use std::fmt::Write;

/// A row of bars.
pub struct Bar {
    pub name: String,
    pub values: Vec<f64>,
}

/// A line: points from left to right.
pub struct Line {
    pub name: String,
    pub points: Vec<(f64, f64)>,
}

/// Told apart by lightness too, for those who do not see colours.
const COLOURS: [&str; 6] = ["#1b4f8a", "#e08214", "#4dac26", "#b2182b", "#762a83", "#666666"];

const FONT: &str = "font-family=\"sans-serif\" font-size=\"12\"";

struct Canvas {
    body: String,
}

impl Canvas {
    fn text(&mut self, x: f64, y: f64, anchor: &str, text: &str) {
        let text = escaped(text);
        let _ = writeln!(self.body, "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\">{text}</text>");
    }

    fn title(&mut self, x: f64, y: f64, text: &str) {
        let text = escaped(text);
        let _ =
            writeln!(self.body, "<text x=\"{x:.1}\" y=\"{y:.1}\" font-size=\"14\" font-weight=\"bold\">{text}</text>");
    }

    fn line(&mut self, (x1, y1): (f64, f64), (x2, y2): (f64, f64), colour: &str, width: f64) {
        let _ = writeln!(
            self.body,
            "<line x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\" stroke=\"{colour}\" \
                stroke-width=\"{width}\"/>"
        );
    }

    fn bar(&mut self, x: f64, y: f64, width: f64, height: f64, colour: &str) {
        let width = width.max(0.0);
        let _ = writeln!(
            self.body,
            "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" fill=\"{colour}\"/>"
        );
    }

    fn point(&mut self, x: f64, y: f64, colour: &str) {
        let _ = writeln!(self.body, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3.5\" fill=\"{colour}\"/>");
    }

    fn finish(self, width: f64, height: f64) -> String {
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{height:.0}\" viewBox=\"0 0 \
                {width:.0} {height:.0}\" {FONT}>\n\
             <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n{}</svg>\n",
            self.body
        )
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// A step of 1, 2 or 5 times a power of ten, so that there are at most ten.
fn step(most: f64) -> f64 {
    let power = 10f64.powf((most.max(1e-9) / 10.0).log10().floor());
    [1.0, 2.0, 5.0, 10.0].into_iter().map(|factor| factor * power).find(|step| most / step <= 10.0).unwrap_or(power)
}

/// `2`, `0.5`, `250`.
fn plain(number: f64) -> String {
    let text = format!("{number:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_string()
}

/// Horizontal bars, a group for each row and a colour for each value; a line marks 1.
pub fn bars(title: &str, names: &[&str], rows: &[Bar]) -> String {
    const LEFT: f64 = 130.0;
    const WIDTH: f64 = 620.0;
    const THICK: f64 = 9.0;
    let group = THICK * names.len() as f64 + 8.0;
    let most = rows.iter().flat_map(|row| &row.values).copied().fold(1.0, f64::max);
    let step = step(most);
    let end = (most / step).ceil() * step;
    let x = |value: f64| LEFT + value / end * WIDTH;
    let (top, bottom) = (64.0, 64.0 + group * rows.len() as f64);
    let mut canvas = Canvas { body: String::new() };
    canvas.title(LEFT, 22.0, title);
    legend(&mut canvas, LEFT, 42.0, names);
    for tick in 0..=(end / step).round() as usize {
        let value = tick as f64 * step;
        canvas.line((x(value), top - 4.0), (x(value), bottom), "#dddddd", 1.0);
        canvas.text(x(value), bottom + 16.0, "middle", &plain(value));
    }
    for (index, row) in rows.iter().enumerate() {
        let y = top + group * index as f64;
        canvas.text(LEFT - 8.0, y + (group - 8.0) / 2.0 + 4.0, "end", &row.name);
        for (number, value) in row.values.iter().enumerate() {
            let colour = COLOURS[number % COLOURS.len()];
            canvas.bar(LEFT, y + THICK * number as f64, x(*value) - LEFT, THICK - 1.0, colour);
        }
    }
    canvas.line((x(1.0), top - 4.0), (x(1.0), bottom), "#b2182b", 1.5);
    canvas.text(x(1.0), bottom + 32.0, "middle", "pan");
    canvas.finish(LEFT + WIDTH + 40.0, bottom + 44.0)
}

fn legend(canvas: &mut Canvas, left: f64, y: f64, names: &[&str]) {
    let mut x = left;
    for (index, name) in names.iter().enumerate() {
        canvas.bar(x, y - 9.0, 10.0, 10.0, COLOURS[index % COLOURS.len()]);
        canvas.text(x + 15.0, y, "start", name);
        x += 35.0 + 7.0 * name.chars().count() as f64;
    }
}

/// Lines over powers of ten; the other axis begins at 0.
pub fn lines(title: &str, x_name: &str, y_name: &str, lines: &[Line]) -> String {
    const LEFT: f64 = 70.0;
    const TOP: f64 = 64.0;
    const WIDTH: f64 = 620.0;
    const HEIGHT: f64 = 300.0;
    let points = || lines.iter().flat_map(|line| &line.points);
    let least = points().map(|point| point.0.log10()).fold(f64::INFINITY, f64::min);
    let most = points().map(|point| point.0.log10()).fold(f64::NEG_INFINITY, f64::max);
    let (least, most) = if least < most { (least - 0.05, most + 0.05) } else { (0.0, 1.0) };
    let step = step(points().map(|point| point.1).fold(0.0, f64::max));
    let end = (points().map(|point| point.1).fold(0.0, f64::max) / step).ceil().max(1.0) * step;
    let x = |value: f64| LEFT + (value.log10() - least) / (most - least) * WIDTH;
    let y = |value: f64| TOP + HEIGHT - value / end * HEIGHT;
    let mut canvas = Canvas { body: String::new() };
    canvas.title(LEFT, 22.0, title);
    legend(&mut canvas, LEFT, 42.0, &lines.iter().map(|line| line.name.as_str()).collect::<Vec<_>>());
    for tick in 0..=(end / step).round() as usize {
        let value = tick as f64 * step;
        canvas.line((LEFT, y(value)), (LEFT + WIDTH, y(value)), "#dddddd", 1.0);
        canvas.text(LEFT - 8.0, y(value) + 4.0, "end", &plain(value));
    }
    for power in least.ceil() as i32..=most.floor() as i32 {
        for factor in [1.0, 3.0] {
            let value = factor * 10f64.powi(power);
            if value.log10() <= most {
                canvas.line((x(value), TOP), (x(value), TOP + HEIGHT), "#dddddd", 1.0);
                canvas.text(x(value), TOP + HEIGHT + 16.0, "middle", &in_words(value));
            }
        }
    }
    canvas.line((LEFT, TOP), (LEFT, TOP + HEIGHT), "#333333", 1.0);
    canvas.line((LEFT, TOP + HEIGHT), (LEFT + WIDTH, TOP + HEIGHT), "#333333", 1.0);
    canvas.text(LEFT + WIDTH / 2.0, TOP + HEIGHT + 34.0, "middle", x_name);
    let middle = TOP + HEIGHT / 2.0;
    let _ = writeln!(
        canvas.body,
        "<text x=\"18\" y=\"{middle:.1}\" text-anchor=\"middle\" transform=\"rotate(-90 18 {middle:.1})\">{}</text>",
        escaped(y_name)
    );
    for (index, line) in lines.iter().enumerate() {
        let colour = COLOURS[index % COLOURS.len()];
        for pair in line.points.windows(2) {
            canvas.line((x(pair[0].0), y(pair[0].1)), (x(pair[1].0), y(pair[1].1)), colour, 2.0);
        }
        for point in &line.points {
            canvas.point(x(point.0), y(point.1), colour);
        }
    }
    canvas.finish(LEFT + WIDTH + 40.0, TOP + HEIGHT + 48.0)
}

/// `100,000`, `3 million`.
fn in_words(number: f64) -> String {
    if number >= 999_999.0 { format!("{:.0} million", number / 1e6) } else { super::numbers::grouped(number as u64) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn axes_have_round_steps() {
        assert_eq!([step(10.0), step(3.7), step(999.0), step(0.7)], [1.0, 0.5, 100.0, 0.1]);
    }

    #[test]
    fn every_point_is_drawn_inside() {
        let svg = lines("t", "x", "y", &[Line { name: "a<b".into(), points: vec![(1e5, 250.0), (1e7, 400.0)] }]);
        assert_eq!(svg.matches("<circle").count(), 2);
        assert!(svg.contains("a&lt;b") && svg.contains(">10 million<"));
        assert!(!svg.contains("NaN") && !svg.contains("=\"-"));
    }
}
