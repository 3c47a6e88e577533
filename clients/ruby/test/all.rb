# frozen_string_literal: true

# Runs all tests: `ruby -Ilib -Itest test/all.rb`.

require "minitest/autorun"

Dir[File.join(__dir__, "*_test.rb")].each { |file| require file }
