//! A whole match: workers that play the games, one [`Desk`] that counts, writes and tells.

use std::collections::{HashMap, HashSet};
use std::slice;
use std::sync::Arc;
use std::thread;

use ajeeb_base::Side;
use crossbeam::channel::{self, Sender};
use parking_lot::Mutex;

use crate::desk::{Desk, News};
use crate::engine::{Engine, NoStart, Spec, Subject};
use crate::error::MatchError;
use crate::game::{self, Conditions, Game, Offence, Reason};
use crate::games::{self, Arena, Visitor};
use crate::interrupt::{Interrupt, Switch};
use crate::page;
use crate::plan::Plan;
use crate::resume;
use crate::schedule::{Job, Player, Queue, Schedule};

/// Plays a match.
///
/// # Errors
/// If it cannot be set up, a file cannot be written, or the user interrupts it. Whatever engines
/// do in the games is a result and no error.
pub(crate) fn run(plan: Plan) -> Result<(), MatchError> {
    games::with_game(plan.game, Play(plan))
}

struct Play(Plan);

impl Visitor for Play {
    type Output = Result<(), MatchError>;

    fn visit<G: Arena>(self) -> Self::Output {
        let plan = self.0;
        let (interrupt, switch) = Interrupt::with_switch()?;
        let starts = match &plan.openings {
            Some(openings) => openings.read::<G>()?,
            None => vec![G::start()],
        };
        let pairings = plan.format.pairings(plan.engines.len());
        let schedule = Schedule::new(pairings, plan.rounds, starts.len());
        let earlier = match plan.records.as_deref().filter(|_| plan.resume) {
            Some(path) => resume::Records::read::<G>(path, &plan, &schedule, &starts)?,
            None => resume::Records::default(),
        };
        let chess960 = plan.chess960 || starts.iter().any(G::needs_chess960);
        if let Some(page) = &plan.page {
            page::check(page)?;
        }
        let mut desk = Desk::open(&plan, chess960, G::RECORD, &schedule)?;
        for warning in &plan.warnings {
            desk.complain(&format!("Warning: {warning}"))?;
        }
        if let Some(path) = plan.records.as_deref().filter(|_| plan.resume) {
            if earlier.cut(path)? {
                desk.complain(&format!(
                    "Notice: the last game in {} was not written to its end; it is cut off",
                    path.display()
                ))?;
            }
            desk.take_over(&earlier.games)?;
        }
        let played: HashSet<_> = earlier.games.iter().map(|game| game.job.number).collect();
        let mut queue = Queue::new(schedule, played);
        if desk.is_decided() {
            queue.stop();
        }
        let hall = Hall::<G> {
            subject: Subject {
                game: plan.game,
                chess960,
            },
            conditions: Conditions {
                chess960,
                max_plies: plan.max_plies,
                adjudication: plan.adjudication,
            },
            queue: Mutex::new(queue),
            starts,
            interrupt,
            switch,
            plan: &plan,
        };
        let result = hall.play_all(desk);
        result.and(plan.write_page::<G>())
    }
}

impl Plan {
    /// Writes the page about all games in the record file, if there is to be one.
    fn write_page<G: Arena>(&self) -> Result<(), MatchError> {
        if let (Some(page), Some(records)) = (&self.page, &self.records) {
            page::write_from::<G>(slice::from_ref(records), page, None)?;
        }
        Ok(())
    }
}

/// Where the games are played: what all workers share.
struct Hall<'a, G: Arena> {
    plan: &'a Plan,
    subject: Subject,
    conditions: Conditions,
    starts: Vec<G::Position>,
    queue: Mutex<Queue>,
    interrupt: Interrupt,
    switch: Switch,
}

impl<G: Arena> Hall<'_, G> {
    fn play_all(&self, mut desk: Desk<'_>) -> Result<(), MatchError> {
        self.call_the_roll(&mut desk)?;
        // No worker goes on before its game is in the desk's hands: a kill then loses no game but
        // those in play, and a decided test ends the match soon.
        let (sender, news) = channel::bounded(0);
        thread::scope(|scope| {
            for _ in 0..self.plan.concurrency {
                let sender = sender.clone();
                scope.spawn(move || self.work(&sender));
            }
            drop(sender);
            let result = desk.collect(news, &self.queue);
            if result.is_err() {
                // What is played now could not be written: the workers shall not finish it.
                self.switch.throw();
            }
            result
        })?;
        desk.close(self.interrupt.is_set())
    }

    /// Starts every engine once, so that one that cannot play is known before the first game.
    fn call_the_roll(&self, desk: &mut Desk<'_>) -> Result<(), MatchError> {
        // One that somebody else has started may serve a single connection.
        let ours = |spec: &&Arc<Spec>| spec.has_program();
        for spec in self.plan.engines.iter().filter(ours) {
            let name = spec.name.clone();
            let engine = Engine::start(spec, self.subject, &self.interrupt);
            let failed = |(fault, tail)| MatchError::Engine { name, fault, tail };
            let mut engine = engine.map_err(failed)?;
            for warning in engine.take_warnings() {
                desk.complain(&format!("Warning: {warning}"))?;
            }
            engine.quit();
        }
        Ok(())
    }

    /// Plays games until there are none left, or nobody listens any more.
    fn work(&self, news: &Sender<News>) {
        let mut engines = HashMap::new();
        while let Some(job) = self.next() {
            let (game, tail) = self.play(&job, &mut engines);
            let game = Box::new(game);
            if game.was_interrupted() || news.send(News { job, game, tail }).is_err() {
                return;
            }
        }
        engines.into_values().for_each(Engine::quit);
    }

    fn next(&self) -> Option<Job> {
        if self.interrupt.is_set() {
            return None;
        }
        self.queue.lock().take()
    }

    /// Plays a game; the second value is the last lines of an engine that has forfeited it.
    fn play(&self, job: &Job, engines: &mut HashMap<Player, Engine>) -> (Game, Vec<String>) {
        let start = &self.starts[job.opening];
        let mut seated = match self.seat(job, engines) {
            Ok(seated) => seated,
            Err((side, (fault, tail))) => {
                return (Game::not_played::<G>(start, side, fault), tail);
            }
        };
        let game = game::play::<G>(seated.each_mut(), start, &self.conditions);
        let mut tail = Vec::new();
        for (side, engine) in Side::BOTH.into_iter().zip(seated) {
            match &game.end.reason {
                Reason::Forfeit(offender, offence) if *offender == side => {
                    tail = let_go(engine, offence);
                }
                _ => _ = engines.insert(job.player(side), engine),
            }
        }
        (game, tail)
    }

    /// White's engine and Black's, started if they are not there. Those of other pairings are let
    /// go: they would only take up memory.
    fn seat(
        &self,
        job: &Job,
        engines: &mut HashMap<Player, Engine>,
    ) -> Result<[Engine; 2], (Side, NoStart)> {
        let idle = engines.extract_if(|player, _| !job.players.contains(player));
        idle.for_each(|(_, engine)| engine.quit());
        let mut ready = |side| {
            let player = job.player(side);
            let engine = match engines.remove(&player) {
                Some(engine) => Ok(engine),
                None => Engine::start(&self.plan.engines[player.0], self.subject, &self.interrupt),
            };
            engine.map_err(|fault| (side, fault))
        };
        Ok([ready(Side::White)?, ready(Side::Black)?])
    }
}

/// Takes an engine's last lines after a forfeit, and the engine away: whatever state it is in,
/// the next game gets a fresh one.
fn let_go(engine: Engine, offence: &Offence) -> Vec<String> {
    let tail = engine.tail();
    if !matches!(offence, Offence::Fault(_)) {
        engine.quit();
    }
    tail
}
