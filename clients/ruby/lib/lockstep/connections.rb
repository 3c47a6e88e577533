# frozen_string_literal: true

require "net/http"
require "openssl"

module Lockstep
  # The connections to one server, which requests of all threads share. A connection serves one request at a time.
  class Connections
    MAX_IDLE = 16
    IDLE_SECONDS = 30

    def initialize(settings)
      @settings = settings
      @mutex = Mutex.new
      @idle = []
      @is_closed = false
      @process = Process.pid
    end

    # Yields a connection. It is kept for another request only if the block ends by itself.
    def use(seconds)
      connection = take
      is_whole = false
      connection.open_timeout = connection.read_timeout = connection.write_timeout = seconds
      connection.start unless connection.started?
      result = yield connection
      is_whole = true
      result
    ensure
      keep(connection, is_whole) if connection
    end

    # Closes the connections that wait; those in use are closed when their requests end.
    def close
      idle = @mutex.synchronize do
        @is_closed = true
        @idle.slice!(0..)
      end
      idle.each { |connection| finish(connection) }
    end

    def inspect
      "#<Lockstep::Connections #{@idle&.size} idle>"
    end

    private

    def take
      @mutex.synchronize do
        raise Error, "this client is closed" if @is_closed

        if @process != Process.pid
          # The parent process uses these connections.
          @idle.clear
          @process = Process.pid
        end
        @idle.pop
      end || connection
    end

    def keep(connection, is_whole)
      is_kept = is_whole && @mutex.synchronize do
        @idle.push(connection) if !@is_closed && @idle.size < MAX_IDLE
      end
      finish(connection) unless is_kept
    end

    def connection
      base = @settings.base
      made = Net::HTTP.new(base.hostname, base.port)
      made.use_ssl = base.scheme == "https"
      made.ca_file = @settings.ca_file if @settings.ca_file
      made.keep_alive_timeout = IDLE_SECONDS
      # The transport decides which requests are sent again.
      made.max_retries = 0
      made
    end

    def finish(connection)
      connection.finish if connection.started?
    rescue IOError, SystemCallError, OpenSSL::SSL::SSLError
      nil # It is closed already.
    end
  end
  private_constant :Connections
end
