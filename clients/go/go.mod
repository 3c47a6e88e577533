// The client of Lockstep. The path is of a reserved domain until the module is published: see README.md.
module lockstep.example/lockstep

go 1.24.0

// WebSockets, which the standard library does not have. ISC; no dependencies of its own.
require github.com/coder/websocket v1.8.15
