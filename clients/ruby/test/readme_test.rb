# frozen_string_literal: true

require "test_helper"

# The blocks of the read-me run as they are printed.
class ReadmeTest < LockstepTest
  TEXT = File.read(File.expand_path("../README.md", __dir__), encoding: "UTF-8")
  # So long may a program take until it prints its first line.
  MAX_SECONDS = 60
  EXAMPLE, LISTEN, SERIES, PROVE, *OTHERS = TEXT.scan(/^```ruby\n(.*?)^```/m).flatten

  # Runs a program as a user does, in a process of its own; returns what it prints. With a block, yields the output, and kills the
  # process after the block.
  def run_program(code, environment = {})
    words = [RbConfig.ruby, "-w", "-I#{File.expand_path('../lib', __dir__)}", "-e", code]
    return IO.popen(environment, words, &:read) unless block_given?

    IO.popen(environment, words) do |output|
      yield output
    ensure
      Process.kill(:KILL, output.pid)
    end
  end

  # Starts a server, and yields it with the environment of the programs.
  def with_server
    skip "LOCKSTEP_PROGRAM does not name the server's binary" unless LockstepServer::PROGRAM
    LockstepServer.run do |server|
      key = server.client.api_keys.create_api_key(name: "example").key
      yield server, { "LOCKSTEP_URL" => server.url, "LOCKSTEP_API_KEY" => key }
    end
  end

  # Returns the first line of a program; yields until there is one.
  def first_line(output)
    ends = Process.clock_gettime(Process::CLOCK_MONOTONIC) + MAX_SECONDS
    loop do
      yield
      return output.gets if output.wait_readable(0.2)

      flunk "the program printed nothing within #{MAX_SECONDS} s" if Process.clock_gettime(Process::CLOCK_MONOTONIC) > ends
    end
  end

  def test_every_block_has_a_test
    assert_empty OTHERS
    refute_match(/^```rb$/, TEXT)
  end

  def test_the_example_and_the_series_run_as_they_are_printed
    with_server do |_, environment|
      expected = "#{TEXT[/^```text\n(.*?)^```/m, 1]}3 points of a series\n"
      assert_equal expected, run_program("#{EXAMPLE}\n#{SERIES}", environment)
    end
  end

  def test_the_gem_has_the_name_of_the_read_me
    specification = Gem::Specification.load(File.expand_path("../lockstep.gemspec", __dir__))
    assert_includes TEXT, "gem install #{specification.name}\n"
  end

  # The block needs the client that the example makes.
  def test_updates_of_datasets_are_printed
    with_server do |server, environment|
      head = EXAMPLE[/\A.*^lockstep = .*?$/m]
      run_program("$stdout.sync = true\n#{head}\n#{LISTEN}", environment) do |output|
        client = server.client
        # The socket may open later.
        line = first_line(output) { client.datasets.create_dataset(name: "rides", encryption_mode: "none") }
        assert_match(/\Ads_\w+ created\n\z/, line, "the first line of the program")
      end
    end
  end

  def test_the_proof_holds
    skip "no native library: LOCKSTEP_FFI_LIBRARY does not name it" unless Lockstep::Crypto.available?
    assert_equal "the proof holds: true\n", run_program(PROVE)
  end
end
