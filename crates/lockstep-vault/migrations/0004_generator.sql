-- circom's witness generator of a circuit, where one was brought: it makes witnesses of named inputs.
ALTER TABLE circuit ADD COLUMN wasm {blob};
