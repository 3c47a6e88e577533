# frozen_string_literal: true

require "fileutils"
require "tmpdir"

# The server's binary as a child process, on a directory of its own.
class LockstepServer
  # The binary; the tests of a server are skipped without it.
  PROGRAM = ENV.fetch("LOCKSTEP_PROGRAM", nil)
  PASSWORD = "a password of the tests"

  def self.run
    server = new
    begin
      server.start
      yield server
    ensure
      server.remove
    end
  end

  def initialize
    @folder = Dir.mktmpdir("lockstep-client-")
    @address = "127.0.0.1:0"
    @process = @reader = nil
  end

  def url
    "http://#{@address}"
  end

  # Starts the process, again at the same address.
  def start
    # A restarted server keeps its address; a broker would need a fixed port, too.
    environment = {
      "PATH" => ENV.fetch("PATH", ""), "LOCKSTEP_ADMIN_PASSWORD" => PASSWORD, "LOCKSTEP_MQTT_BROKER" => "off"
    }
    errors, writer = IO.pipe
    words = [PROGRAM, "serve", "--data", File.join(@folder, "data"), "--listen", @address]
    @process = Process.spawn(environment, *words, err: writer, out: File::NULL, unsetenv_others: true)
    writer.close
    said = errors.each_line.lazy.map { |line| [line, line[%r{listens on http://([\d.:]+)}, 1]] }
    found = said.find { |_, address| address }
    raise "the server did not start" unless found

    @address = found.last
    # Reads the later output, so that the pipe does not fill.
    @reader = Thread.new { errors.read }
  end

  # Ends the process as a crash does.
  def kill
    return unless @process

    Process.kill(:KILL, @process)
    Process.wait(@process)
    @process = nil
    @reader&.join
  end

  def remove
    kill
    FileUtils.rm_rf(@folder)
  end

  def client
    Lockstep::Client.new(url, username: "admin", password: PASSWORD)
  end
end
