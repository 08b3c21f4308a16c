//! Where Ajeeb's neural evaluations will live: accumulators that follow the search ply by ply,
//! layers, and their SIMD kernels. Nothing is here yet; both games are evaluated by hand.
