//! The curve of the loss as a picture of its own.

use maud::{Markup, html};

use super::fit::Epoch;

/// The picture, and the place of the curves in it.
const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 360.0;
const LEFT: f64 = 80.0;
const RIGHT: f64 = 620.0;
const TOP: f64 = 50.0;
const BOTTOM: f64 = 310.0;

/// Lines across the picture.
const STEPS: usize = 4;

/// At most so many epochs are numbered.
const LABELS: usize = 12;

/// The losses of all epochs, those of the training and of the held-out games.
pub(super) fn losses(title: &str, epochs: &[Epoch]) -> String {
    let all = || {
        epochs
            .iter()
            .flat_map(|epoch| [epoch.training, epoch.held_out])
    };
    let low = all().fold(f64::INFINITY, f64::min);
    let high = all().fold(f64::NEG_INFINITY, f64::max);
    let span = if high > low { high - low } else { 1.0 };
    let x = |epoch: usize| LEFT + (RIGHT - LEFT) * epoch as f64 / (epochs.len() - 1).max(1) as f64;
    let y = |loss: f64| BOTTOM - (BOTTOM - TOP) * (loss - low) / span;
    let curve = |loss: fn(&Epoch) -> f64| -> String {
        let points = epochs.iter().enumerate();
        let points = points.map(|(at, epoch)| format!("{:.1},{:.1}", x(at), y(loss(epoch))));
        points.collect::<Vec<_>>().join(" ")
    };
    let every = epochs.len().div_ceil(LABELS).max(1);
    let picture = html! {
        svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox={ "0 0 " (WIDTH) " " (HEIGHT) }
            font-family="sans-serif" font-size="12" fill="#222" {
            title { (title) }
            rect width="100%" height="100%" fill="#fff" {}
            text x=(LEFT) y="24" font-size="15" { (title) }
            @for step in 0..=STEPS {
                @let loss = low + span * step as f64 / STEPS as f64;
                line x1=(LEFT) x2=(RIGHT) y1=(y(loss)) y2=(y(loss)) stroke="#ddd" {}
                text x=(LEFT - 8.0) y=(y(loss) + 4.0) text-anchor="end" { (format!("{loss:.5}")) }
            }
            @for (at, epoch) in epochs.iter().enumerate().step_by(every) {
                text x=(x(at)) y=(BOTTOM + 18.0) text-anchor="middle" { (epoch.epoch) }
            }
            (line("#8a8f98", 0, "training", &curve(|epoch| epoch.training)))
            (line("#2f6f62", 1, "held out", &curve(|epoch| epoch.held_out)))
        }
    };
    picture.into_string()
}

/// A curve and its place in the legend.
fn line(color: &str, place: usize, name: &str, points: &str) -> Markup {
    let x = LEFT + 110.0 * place as f64;
    html! {
        polyline points=(points) fill="none" stroke=(color) stroke-width="2" {}
        line x1=(x) x2=(x + 24.0) y1=(HEIGHT - 14.0) y2=(HEIGHT - 14.0) stroke=(color) stroke-width="2" {}
        text x=(x + 30.0) y=(HEIGHT - 10.0) { (name) }
    }
}
