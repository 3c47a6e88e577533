//! Tests of the real server over real sockets.
