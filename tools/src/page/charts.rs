//! Charts as pictures within the page. Places are in percent of the picture, so that it is as wide as
//! the screen and its text is never scaled.

use maud::{Markup, html};

/// A bar of a histogram.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Bar {
    pub(super) label: String,
    pub(super) count: usize,
}

/// At most so many labels stand under a histogram.
const LABELS: usize = 7;

/// A histogram; `what` is counted.
pub(super) fn histogram(title: &str, what: &str, bars: &[Bar]) -> Markup {
    let most = bars.iter().map(|bar| bar.count).max().unwrap_or(0).max(1);
    let width = 100.0 / bars.len().max(1) as f64;
    let every = bars.len().div_ceil(LABELS).max(1);
    html! {
        figure {
            figcaption { (title) }
            svg.histogram role="img" aria-label=(describe(title, what, bars)) {
                @for (index, bar) in bars.iter().enumerate() {
                    @let height = 100.0 * bar.count as f64 / most as f64;
                    rect x=(percent(width * (index as f64 + 0.06))) width=(percent(width * 0.88))
                        y=(percent(100.0 - height)) height=(percent(height)) {
                        title { (bar.label) ": " (bar.count) " " (what) }
                    }
                }
            }
            div.axis aria-hidden="true" {
                @for (index, bar) in bars.iter().enumerate().filter(|(index, _)| index % every == 0) {
                    span style={ "left:" (percent(width * (index as f64 + 0.5))) } { (bar.label) }
                }
            }
        }
    }
}

fn describe(title: &str, what: &str, bars: &[Bar]) -> String {
    let most = bars.iter().max_by_key(|bar| bar.count);
    let total: usize = bars.iter().map(|bar| bar.count).sum();
    match most {
        Some(most) => format!(
            "{title}: {total} {what}, most of them ({}) at {}",
            most.count, most.label
        ),
        None => title.to_owned(),
    }
}

/// Bars of equal width for whole numbers; the width is such that there are about a dozen.
pub(super) fn bins(values: &[usize]) -> Vec<Bar> {
    let (Some(&low), Some(&high)) = (values.iter().min(), values.iter().max()) else {
        return Vec::new();
    };
    let step = round_up((high - low) / 12 + 1);
    let first = low / step;
    let mut bars: Vec<_> = (first..=high / step)
        .map(|index| Bar {
            label: (index * step).to_string(),
            count: 0,
        })
        .collect();
    for value in values {
        bars[value / step - first].count += 1;
    }
    bars
}

/// The next of 1, 2, 5, 10, 20, 50 ...
fn round_up(number: usize) -> usize {
    let mut scale = 1;
    loop {
        for step in [1, 2, 5] {
            if step * scale >= number {
                return step * scale;
            }
        }
        scale *= 10;
    }
}

/// Upper bounds of the bars for times, in milliseconds.
const TIMES: &[u64] = &[
    1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 20_000, 60_000, 300_000,
];

/// Bars for times in milliseconds, each about twice as long as the one before.
pub(super) fn time_bins(times: &[u64]) -> Vec<Bar> {
    let mut bars: Vec<_> = TIMES
        .iter()
        .map(|&bound| Bar {
            label: format!("≤{}", time(bound)),
            count: 0,
        })
        .collect();
    bars.push(Bar {
        label: "more".to_owned(),
        count: 0,
    });
    for time in times {
        bars[TIMES.partition_point(|bound| bound < time)].count += 1;
    }
    let used = |bar: &Bar| bar.count > 0;
    let first = bars.iter().position(used).unwrap_or(0);
    let last = bars.iter().rposition(used).unwrap_or(0);
    bars.drain(..).skip(first).take(last + 1 - first).collect()
}

fn time(milliseconds: u64) -> String {
    match milliseconds {
        ..1_000 => format!("{milliseconds} ms"),
        1_000..60_000 => format!("{} s", milliseconds / 1_000),
        _ => format!("{} min", milliseconds / 60_000),
    }
}

/// A point with its error bar.
#[derive(Clone, Debug)]
pub(super) struct Whisker {
    pub(super) label: String,
    pub(super) value: f64,
    pub(super) margin: f64,
}

/// Points with error bars on one scale, one below the other.
pub(super) fn whiskers(title: &str, points: &[Whisker]) -> Markup {
    let low = points
        .iter()
        .map(|point| point.value - point.margin)
        .fold(f64::INFINITY, f64::min);
    let high = points
        .iter()
        .map(|point| point.value + point.margin)
        .fold(f64::NEG_INFINITY, f64::max);
    let step = round_up((((high - low) / 6.0).max(1.0)) as usize) as f64;
    let (low, high) = ((low / step).floor() * step, (high / step).ceil() * step);
    let span = (high - low).max(step);
    let place = |value: f64| percent(100.0 * (value - low) / span);
    let ticks: Vec<f64> = (0..=(span / step).round() as usize)
        .map(|tick| low + tick as f64 * step)
        .collect();
    html! {
        figure.whiskers {
            figcaption { (title) }
            @for point in points {
                div.row {
                    span.name { (point.label) }
                    svg role="img" aria-label={ (point.label) ": " (format!("{:.0} ± {:.0}", point.value, point.margin)) } {
                        @for tick in &ticks {
                            line.grid x1=(place(*tick)) x2=(place(*tick)) y1="0" y2="100%" {}
                        }
                        line.bar x1=(place(point.value - point.margin)) x2=(place(point.value + point.margin)) y1="50%" y2="50%" {}
                        circle cx=(place(point.value)) cy="50%" r="5" {
                            title { (point.label) ": " (format!("{:.1} ± {:.1}", point.value, point.margin)) }
                        }
                    }
                }
            }
            div.row aria-hidden="true" {
                span.name {}
                div.axis {
                    @for tick in &ticks {
                        span style={ "left:" (place(*tick)) } { (format!("{tick:.0}")) }
                    }
                }
            }
        }
    }
}

fn percent(number: f64) -> String {
    format!("{number:.2}%")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(bars: &[Bar]) -> Vec<(&str, usize)> {
        bars.iter()
            .map(|bar| (bar.label.as_str(), bar.count))
            .collect()
    }

    #[test]
    fn whole_numbers_fall_into_about_a_dozen_bars() {
        assert_eq!(counts(&bins(&[7, 7, 9])), [("7", 2), ("8", 0), ("9", 1)]);
        assert_eq!(bins(&[]), []);
        let bars = bins(&(30..=170).collect::<Vec<_>>());
        assert_eq!(
            (bars.len(), bars[0].label.as_str(), bars[0].count),
            (8, "20", 10)
        );
        assert_eq!(bars.iter().map(|bar| bar.count).sum::<usize>(), 141);
    }

    #[test]
    fn times_fall_between_their_bounds() {
        let bars = time_bins(&[5, 6, 10, 11, 400_000]);
        assert_eq!(
            counts(&bars)[..3],
            [("≤5 ms", 1), ("≤10 ms", 2), ("≤20 ms", 1)]
        );
        assert_eq!(counts(&bars).last(), Some(&("more", 1)));
    }

    #[test]
    fn charts_say_what_they_show() {
        let text = histogram("Length", "games", &bins(&[7, 7, 9])).into_string();
        assert!(
            text.contains("aria-label=\"Length: 3 games, most of them (2) at 7\""),
            "{text}"
        );
        let point = Whisker {
            label: "<A>".into(),
            value: 10.0,
            margin: 5.0,
        };
        let text = whiskers("Elo", &[point]).into_string();
        assert!(
            text.contains("&lt;A&gt;: 10 ± 5") && !text.contains("NaN"),
            "{text}"
        );
    }
}
