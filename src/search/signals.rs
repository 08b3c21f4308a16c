use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use parking_lot::{Condvar, Mutex};

/// The strings by which a running search is held: any thread may pull them at any time.
///
/// The search polls an atomic flag; only a search that has nothing left to do and must not come
/// back yet (infinite or pondering) sleeps on the condition variable.
#[derive(Debug, Default)]
pub struct Signals {
    stop: AtomicBool,
    pondering: AtomicBool,
    hit_at: Mutex<Option<Instant>>,
    changed: Condvar,
}

impl Signals {
    /// No stop asked for, not pondering.
    pub fn new() -> Signals {
        Signals::default()
    }

    /// Makes ready for the next search. To be called by whoever starts it, before any other
    /// thread can know of that search: a stop from before belongs to no search and is forgotten.
    pub fn prepare(&self, ponder: bool) {
        *self.hit_at.lock() = None;
        self.pondering.store(ponder, Ordering::Release);
        self.stop.store(false, Ordering::Release);
    }

    /// Asks the search to come back at once.
    pub fn stop(&self) {
        let _guard = self.hit_at.lock();
        self.stop.store(true, Ordering::Release);
        self.changed.notify_all();
    }

    /// Has a stop been asked for?
    #[inline]
    pub fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// The expected move was played: the search's own clock starts now. No effect unless
    /// pondering.
    pub fn ponder_hit(&self) {
        let mut hit_at = self.hit_at.lock();
        if self.pondering.swap(false, Ordering::AcqRel) {
            *hit_at = Some(Instant::now());
            self.changed.notify_all();
        }
    }

    /// Is the search still on the opponent's time?
    #[inline]
    pub fn pondering(&self) -> bool {
        self.pondering.load(Ordering::Relaxed)
    }

    /// When the expected move was played, if this search began by pondering and it was.
    pub(crate) fn hit_at(&self) -> Option<Instant> {
        *self.hit_at.lock()
    }

    /// Sleeps until a stop, or, unless `infinite`, until pondering ends.
    pub(crate) fn wait(&self, infinite: bool) {
        let mut guard = self.hit_at.lock();
        while !self.stopped() && (infinite || self.pondering()) {
            self.changed.wait(&mut guard);
        }
    }
}
