use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;

use crate::{Expected, NetError, Network};

/// A game that nets can evaluate.
pub trait Networked {
    /// What a net for this game has to be.
    fn expected() -> Expected;

    /// The net that is built in, if there is one, as a file's bytes.
    fn built_in() -> Option<&'static [u8]>;
}

/// What the evaluation of game `G` goes by: a net that fits the game, or the hand-made terms.
/// Cheap to clone; all copies share the net.
pub struct Weights<G> {
    network: Option<Arc<Network>>,
    game: PhantomData<fn() -> G>,
}

impl<G> Weights<G> {
    /// No net: the hand-made terms.
    pub const BY_HAND: Weights<G> = Weights {
        network: None,
        game: PhantomData,
    };

    /// The net, unless the evaluation is by hand.
    pub fn network(&self) -> Option<&Arc<Network>> {
        self.network.as_ref()
    }
}

impl<G: Networked> Weights<G> {
    /// Reads a net, the bytes of a whole file.
    ///
    /// # Errors
    /// Those of [`Network::read`]: it is no net, not whole, or not for this game.
    pub fn read(bytes: &[u8]) -> Result<Weights<G>, NetError> {
        Network::read(bytes, &G::expected()).map(Weights::of_suiting)
    }

    /// Evaluates by `network`.
    ///
    /// # Errors
    /// If it is not for this game.
    pub fn of(network: Network) -> Result<Weights<G>, NetError> {
        network.header().suits(&G::expected())?;
        Ok(Weights::of_suiting(network))
    }

    fn of_suiting(network: Network) -> Weights<G> {
        Weights {
            network: Some(Arc::new(network)),
            game: PhantomData,
        }
    }
}

/// What is built in: the net, or else the hand-made terms.
impl<G: Networked> Default for Weights<G> {
    fn default() -> Weights<G> {
        // The build script has read the net already: an error would be one of the build.
        let built_in = G::built_in().and_then(|bytes| Weights::read(bytes).ok());
        built_in.unwrap_or(Weights::BY_HAND)
    }
}

impl<G> Clone for Weights<G> {
    fn clone(&self) -> Weights<G> {
        Weights {
            network: self.network.clone(),
            game: PhantomData,
        }
    }
}

impl<G> fmt::Debug for Weights<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.network {
            None => f.write_str("by hand"),
            Some(network) => fmt::Debug::fmt(network.header(), f),
        }
    }
}
