// The client of Lockstep. The path is of a reserved domain until the module is published: see README.md.
module lockstep.example/lockstep

go 1.24.0

// WebSockets, which the standard library does not have. ISC; no dependencies of its own.
require github.com/coder/websocket v1.8.15

// Runs lockstep.wasm without a C compiler, for the package crypto. Apache-2.0; needs golang.org/x/sys (BSD).
require github.com/tetratelabs/wazero v1.11.0

require golang.org/x/sys v0.38.0 // indirect
