# frozen_string_literal: true

# Lets `bundler` load the library by the gem's name.
require "lockstep"
