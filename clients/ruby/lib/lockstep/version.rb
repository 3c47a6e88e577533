# frozen_string_literal: true

module Lockstep
  VERSION = "0.1.0"
end
