# frozen_string_literal: true

require "zlib"

module Lockstep
  # An answer that is read as a stream, inside the block that it is given to.
  class Answer
    include Enumerable

    ARROW = "application/vnd.apache.arrow.stream"
    # The marker at the end of an Arrow stream; without it, rows may be missing.
    END_OF_ARROW = "\xFF\xFF\xFF\xFF\x00\x00\x00\x00".b.freeze
    private_constant :END_OF_ARROW

    def initialize(response, failures)
      @response = response
      @failures = failures
      @length = response["content-length"]&.to_i
      @content_type = response["content-type"].to_s
      @content = nil
      @is_read = false
    end

    # @return [Integer] the HTTP status
    def status
      @response.code.to_i
    end

    # @return [String] the media type
    attr_reader :content_type

    # Returns a header, such as `Lockstep-Skipped-Points`; `nil` if there is none.
    def [](name)
      @response[name]
    end

    # Yields the bytes as they arrive.
    def each(&block)
      return enum_for(:each) unless block
      return block.call(@content) if @content
      raise Error, "the answer was read already" if @is_read

      @is_read = true
      @failures.convert(block) { |yield_part| receive(&yield_part) }
      self
    end

    # Reads all bytes.
    def read
      return @content if @content

      @content = each_with_object(+"".b) { |part, all| all << part }
    end

    # Reads all as a text.
    def text
      read.dup.force_encoding(Encoding::UTF_8)
    end

    # Reads the bytes up to a limit, as a text. The rest is not read.
    # @!visibility private
    def beginning(limit)
      all = +"".b
      each do |part|
        all << part
        next if all.bytesize < limit

        @is_read = false
        break
      end
      all.force_encoding(Encoding::UTF_8)
    end

    # Writes the bytes to a file as they arrive, and returns their number. `on_progress` gets the number so far.
    def save(path, on_progress: nil)
      received = 0
      File.open(path, "wb") do |file|
        each do |part|
          file.write(part)
          received += part.bytesize
          on_progress&.call(received)
        end
      end
      received
    end

    # Reads all bytes of a whole Arrow stream, for a library that reads them.
    # @raise [MalformedArrowError] if the answer is not an Arrow stream, or is incomplete
    def arrow
      unless content_type.split(";").first&.strip == ARROW
        type = content_type.empty? ? "untyped" : content_type
        raise MalformedArrowError, "the answer is #{type}: ask with accept: #{ARROW.inspect}"
      end
      return read if read.end_with?(END_OF_ARROW)

      raise MalformedArrowError, "the Arrow stream is incomplete: its end marker is missing"
    end

    # Whether all bytes were read.
    def read?
      @is_read
    end

    def inspect
      "#<Lockstep::Answer #{content_type.inspect}>"
    end

    private

    # Yields the bytes, and makes sure that none is missing: Net::HTTP does not.
    def receive(&block)
      unpacking = Zlib::Inflate.new(16 + Zlib::MAX_WBITS) if @response["content-encoding"] == "gzip"
      received = 0
      @response.read_body do |part|
        received += part.bytesize
        unpacking ? unpacking.inflate(part, &block) : yield(part)
      end
      is_whole = (@length.nil? || received == @length) && (unpacking.nil? || unpacking.finished?)
      raise EOFError, "the answer was interrupted" unless is_whole
    ensure
      # An unfinished stream may not be closed.
      unpacking&.reset
      unpacking&.close
    end
  end
end
