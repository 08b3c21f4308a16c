//! What happens when the user presses Ctrl-C, or the system asks the program to end.

use std::convert::Infallible;
use std::sync::Arc;

use crossbeam::channel::{self, Receiver, Sender, TryRecvError};
use parking_lot::Mutex;

/// Whether the user has asked for an end. Those who wait for something else can wait for that as
/// well.
#[derive(Clone, Debug)]
pub(crate) struct Interrupt(Receiver<Infallible>);

/// The exit code of a program that was interrupted, by the custom of shells.
const EXIT_CODE: i32 = 130;

impl Interrupt {
    /// Listens for Ctrl-C from now on. The second one ends the program at once.
    ///
    /// # Errors
    /// If the system does not allow it, or something listens already.
    pub(crate) fn listen() -> Result<Interrupt, ctrlc::Error> {
        Ok(Interrupt::with_switch()?.0)
    }

    /// The same, with a switch by which we can ask for an end ourselves.
    ///
    /// # Errors
    /// Those of [`Interrupt::listen`].
    pub(crate) fn with_switch() -> Result<(Interrupt, Switch), ctrlc::Error> {
        let (sender, receiver) = channel::bounded(0);
        let switch = Switch(Arc::new(Mutex::new(Some(sender))));
        let shared = switch.clone();
        ctrlc::set_handler(move || {
            if !shared.throw() {
                std::process::exit(EXIT_CODE);
            }
        })?;
        Ok((Interrupt(receiver), switch))
    }

    /// Has the user asked for an end?
    pub(crate) fn is_set(&self) -> bool {
        self.0.try_recv() == Err(TryRecvError::Disconnected)
    }

    /// Disconnected by an interrupt, and silent before.
    pub(crate) fn channel(&self) -> &Receiver<Infallible> {
        &self.0
    }
}

/// Who is interrupted when the other end of a channel is given up.
impl From<Receiver<Infallible>> for Interrupt {
    fn from(receiver: Receiver<Infallible>) -> Interrupt {
        Interrupt(receiver)
    }
}

/// Interrupts as Ctrl-C does.
#[derive(Clone, Debug)]
pub(crate) struct Switch(Arc<Mutex<Option<Sender<Infallible>>>>);

impl Switch {
    /// Asks for an end; false if somebody has done so before.
    pub(crate) fn throw(&self) -> bool {
        self.0.lock().take().is_some()
    }
}
