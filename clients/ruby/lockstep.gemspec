# frozen_string_literal: true

require_relative "lib/lockstep/version"

Gem::Specification.new do |spec|
  spec.name = "lockstep-client"
  spec.version = Lockstep::VERSION
  spec.summary = "Client of Lockstep, a self-hosted, privacy-preserving platform for fitness data"
  spec.description = "Typed calls, live updates and cryptography at the client for Lockstep, a self-hosted platform."
  spec.authors = ["The Lockstep developers"]
  spec.licenses = ["MIT", "Apache-2.0"]
  spec.required_ruby_version = ">= 3.1"
  spec.files = Dir["lib/**/*", "sig/**/*", "README.md", "LICENSE-*"]
  # `tasks/build.rb` adds the licences and the native library, and sets the platform.
  spec.metadata = { "rubygems_mfa_required" => "true" }
end
