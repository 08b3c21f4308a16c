//! Elo by maximum likelihood.
//!
//! The model is R. Bradley and M. Terry's (Biometrika 39, 1952): a player with rating r scores
//! against one with rating s like 1 / (1 + 10^((s - r) / 400)); a draw counts as half a win and
//! half a loss. The likelihood has a maximum exactly where everybody has scored against everybody
//! along some chain of opponents (L. Ford 1957; D. Hunter, "MM algorithms for generalized
//! Bradley-Terry models", Annals of Statistics 32, 2004). Players fall into pools within which
//! that is so, and each pool is rated by itself.

use std::cmp::Ordering;

use nalgebra::{DMatrix, DVector};
use petgraph::algo::tarjan_scc;
use petgraph::graph::DiGraph;
use serde::Serialize;
use statrs::distribution::{ContinuousCDF, Normal};

use super::{Crosstable, RateError};
use crate::stats::Tally;

/// Elo points for a unit of natural logarithm of the odds.
const ELO_A_NAT: f64 = 400.0 / std::f64::consts::LN_10;

/// The normal distribution has 95% of its weight within so many standard deviations.
const DEVIATIONS_95: f64 = 1.959_963_984_540_054;

/// A player whose rating is given.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Anchor {
    name: String,
    elo: f64,
}

impl Anchor {
    /// The largest Elo either way, far beyond all that are in use.
    const LARGEST: f64 = 1e6;

    /// Reads `NAME=ELO`; the name may have equals signs.
    pub(super) fn read(text: &str) -> Result<Anchor, String> {
        let parts = text
            .rsplit_once('=')
            .and_then(|(name, elo)| Some((name, elo.parse::<f64>().ok()?)));
        let (name, elo) = parts.ok_or("not of the form NAME=ELO, as in Ajeeb=3000")?;
        if !(-Self::LARGEST..=Self::LARGEST).contains(&elo) {
            return Err(format!("Elo is from -{0} to {0}", Self::LARGEST));
        }
        Ok(Anchor {
            name: name.to_owned(),
            elo,
        })
    }
}

/// A player's rating, and what it comes from.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Rating {
    /// The player's place in the table.
    pub(crate) player: usize,
    /// Its results.
    pub(crate) tally: Tally,
    /// Elo; none for a player who is alone in a pool.
    pub(crate) elo: Option<f64>,
    /// Half of the 95% interval, towards the pool's mean or the anchor. It takes games for
    /// independent, and draws for as uncertain as wins and losses, so it is rather too wide.
    pub(crate) margin: Option<f64>,
    /// Its pool.
    pub(crate) pool: usize,
}

/// Players whose ratings can be compared.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Pool {
    /// Where the pool stands towards the others.
    pub(crate) standing: Standing,
    /// The name of the anchor in it.
    pub(crate) anchor: Option<String>,
    #[serde(skip)]
    members: Vec<usize>,
    /// The covariance of the members' ratings around their mean, in square Elo.
    #[serde(skip)]
    covariance: DMatrix<f64>,
}

/// How a pool has done against those outside of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Standing {
    /// There are no others, or none that it has met.
    Apart,
    /// It has won all games.
    Above,
    /// It has lost all games.
    Below,
    /// It has won all games against some pools and lost all against others.
    Between,
}

/// The ratings of all players.
#[derive(Clone, Debug)]
pub(crate) struct Ratings {
    /// Best first: pools one after the other, and players by rating in each.
    pub(crate) players: Vec<Rating>,
    /// Pools, those that win before those that lose.
    pub(crate) pools: Vec<Pool>,
}

impl Ratings {
    /// Rates the players of a table.
    ///
    /// # Errors
    /// If nobody has played, or the anchor has not.
    pub(crate) fn of(table: &Crosstable, anchor: Option<&Anchor>) -> Result<Ratings, RateError> {
        if table.names().is_empty() {
            return Err(RateError::NoGames);
        }
        if let Some(anchor) = anchor
            && !table.names().contains(&anchor.name)
        {
            return Err(RateError::UnknownAnchor(anchor.name.clone()));
        }
        let mut ratings = Ratings {
            players: Vec::new(),
            pools: Vec::new(),
        };
        for members in pools(table) {
            ratings.add_pool(table, members, anchor);
        }
        Ok(ratings)
    }

    fn add_pool(&mut self, table: &Crosstable, members: Vec<usize>, anchor: Option<&Anchor>) {
        let alone = members.len() == 1;
        let fit = fit(table, &members);
        let anchored = anchor.and_then(|anchor| {
            let index = members
                .iter()
                .position(|&player| table.names()[player] == anchor.name)?;
            Some((index, anchor))
        });
        let shift = anchored.map_or(0.0, |(index, anchor)| anchor.elo - fit.elo[index]);
        let pool = Pool {
            standing: standing(table, &members),
            anchor: anchored.map(|(_, anchor)| anchor.name.clone()),
            covariance: fit.covariance,
            members,
        };
        let mut players: Vec<_> = (0..pool.members.len())
            .map(|index| Rating {
                player: pool.members[index],
                tally: table.total(pool.members[index]),
                elo: (!alone || anchored.is_some()).then_some(fit.elo[index] + shift),
                margin: (!alone)
                    .then(|| DEVIATIONS_95 * pool.deviation(index, anchored.map(|a| a.0))),
                pool: self.pools.len(),
            })
            .collect();
        players.sort_by(|a, b| b.elo.partial_cmp(&a.elo).unwrap_or(Ordering::Equal));
        self.players.extend(players);
        self.pools.push(pool);
    }

    /// How likely `player` is better than `other`, 0 to 1; nothing where they cannot be compared,
    /// for want of games or because one side has won them all.
    pub(crate) fn superiority(&self, player: &Rating, other: &Rating) -> Option<f64> {
        if player.pool != other.pool || player.player == other.player {
            return None;
        }
        let pool = &self.pools[player.pool];
        let place = |rating: &Rating| pool.members.iter().position(|&own| own == rating.player);
        let deviation = pool.deviation(place(player)?, Some(place(other)?));
        let difference = player.elo? - other.elo?;
        Some(Normal::standard().cdf(difference / deviation))
    }
}

impl Pool {
    /// The standard deviation of a member's rating, towards the mean or another member, in Elo.
    fn deviation(&self, index: usize, towards: Option<usize>) -> f64 {
        let at = |row, column| self.covariance[(row, column)];
        let variance = match towards {
            Some(other) => at(index, index) + at(other, other) - 2.0 * at(index, other),
            None => at(index, index),
        };
        variance.max(0.0).sqrt()
    }
}

/// The pools of players, winners first.
fn pools(table: &Crosstable) -> Vec<Vec<usize>> {
    let players = 0..table.names().len();
    let mut graph = DiGraph::<(), ()>::new();
    let nodes: Vec<_> = players.clone().map(|_| graph.add_node(())).collect();
    for player in players.clone() {
        for other in players.clone() {
            let tally = table.between(player, other);
            if tally.wins + tally.draws > 0 {
                graph.add_edge(nodes[player], nodes[other], ());
            }
        }
    }
    // Those who have scored against nobody come first.
    let pools = tarjan_scc(&graph).into_iter().rev().map(|pool| {
        let mut pool: Vec<_> = pool.into_iter().map(|node| node.index()).collect();
        pool.sort_unstable();
        pool
    });
    pools.collect()
}

fn standing(table: &Crosstable, members: &[usize]) -> Standing {
    let (mut won, mut lost) = (false, false);
    for other in (0..table.names().len()).filter(|other| !members.contains(other)) {
        for &member in members {
            let tally = table.between(member, other);
            won |= tally.wins > 0;
            lost |= tally.losses > 0;
        }
    }
    match (won, lost) {
        (false, false) => Standing::Apart,
        (true, false) => Standing::Above,
        (false, true) => Standing::Below,
        (true, true) => Standing::Between,
    }
}

struct Fit {
    /// With mean 0.
    elo: Vec<f64>,
    /// Around that mean, in square Elo.
    covariance: DMatrix<f64>,
}

/// A step of Newton's method changes no rating by more than this, in natural logarithms: far from
/// the maximum the curve it follows is too flat.
const LONGEST_STEP: f64 = 2.0;

/// Newton's method needs about ten steps; this many would mean that rounding stands in its way.
const MOST_STEPS: usize = 200;

/// Points that expected and actual scores may differ by.
const PRECISION: f64 = 1e-9;

/// The most likely ratings of a pool by Newton's method, and their uncertainty by the inverse of
/// the observed information.
fn fit(table: &Crosstable, members: &[usize]) -> Fit {
    let model = Model::new(table, members);
    let mut strength = DVector::zeros(members.len());
    for _ in 0..MOST_STEPS {
        let (gradient, information) = model.derivatives(&strength);
        if gradient.amax() < PRECISION {
            break;
        }
        let Some(step) = information
            .cholesky()
            .map(|factors| factors.solve(&gradient))
        else {
            break;
        };
        strength += &step * (LONGEST_STEP / step.amax()).min(1.0);
    }
    let players = members.len() as f64;
    let (_, information) = model.derivatives(&strength);
    let inverse = information.cholesky().map(|factors| factors.inverse());
    let covariance = inverse.unwrap_or_else(|| DMatrix::zeros(members.len(), members.len()));
    Fit {
        elo: strength
            .iter()
            .map(|strength| strength * ELO_A_NAT)
            .collect(),
        covariance: covariance.add_scalar(-1.0 / (players * players)) * (ELO_A_NAT * ELO_A_NAT),
    }
}

/// The games within a pool.
struct Model {
    points: DMatrix<f64>,
}

impl Model {
    fn new(table: &Crosstable, members: &[usize]) -> Model {
        let size = members.len();
        Model {
            points: DMatrix::from_fn(size, size, |row, column| {
                let tally = table.between(members[row], members[column]);
                tally.wins as f64 + tally.draws as f64 / 2.0
            }),
        }
    }

    /// The gradient of the log likelihood, points scored beyond those expected, and the
    /// information, its negative second derivative. As only differences of ratings matter, the
    /// information knows nothing of their sum; what is added here keeps it invertible and the sum
    /// at 0.
    fn derivatives(&self, strength: &DVector<f64>) -> (DVector<f64>, DMatrix<f64>) {
        let size = strength.len();
        let mut gradient = DVector::zeros(size);
        let mut information = DMatrix::repeat(size, size, 1.0);
        for row in 0..size {
            for column in (0..size).filter(|&column| column != row) {
                let games = self.points[(row, column)] + self.points[(column, row)];
                let expected = 1.0 / (1.0 + (strength[column] - strength[row]).exp());
                gradient[row] += self.points[(row, column)] - games * expected;
                let weight = games * expected * (1.0 - expected);
                information[(row, row)] += weight;
                information[(row, column)] -= weight;
            }
        }
        (gradient, information)
    }
}

#[cfg(test)]
mod tests;
