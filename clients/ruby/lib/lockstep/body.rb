# frozen_string_literal: true

require "pathname"
require "securerandom"

module Lockstep
  # A body of a request: parts that follow each other, each a string, a path, a file, or an enumerable of strings.
  class Body
    attr_reader :content_type

    class << self
      # Returns a body that is sent as it is.
      def raw(content, content_type)
        new(content_type, [content])
      end

      # Returns a body of JSON.
      def json(value)
        new("application/json", [Values.json(value)])
      end

      # Returns a form of the type multipart/form-data. A file is a path, an IO, or `[name, content]`; other values are texts.
      def form(fields)
        boundary = "lockstep-#{SecureRandom.hex(16)}"
        parts = fields.compact.flat_map { |name, value| part(boundary, name, value) }
        new("multipart/form-data; boundary=#{boundary}", parts << "--#{boundary}--\r\n")
      end

      private

      def part(boundary, name, value)
        head = "--#{boundary}\r\nContent-Disposition: form-data; name=\"#{quoted(name)}\""
        return ["#{head}\r\n\r\n#{value}\r\n"] if value.is_a?(String) || value.is_a?(Symbol) || value.is_a?(Numeric)

        file_name, content = named(value)
        ["#{head}; filename=\"#{quoted(file_name)}\"\r\nContent-Type: application/octet-stream\r\n\r\n", content, "\r\n"]
      end

      def named(value)
        return value if value.is_a?(Array)
        return [value.basename.to_s, value] if value.is_a?(Pathname)

        path = value.path if value.respond_to?(:path)
        [path ? File.basename(path) : "file", value]
      end

      def quoted(name)
        name.to_s.gsub("\"", "%22").gsub("\r", "%0D").gsub("\n", "%0A")
      end
    end

    def initialize(content_type, parts)
      @content_type = content_type
      @parts = parts
      wrong = parts.find { |part| !content?(part) }
      raise TypeError, "a #{wrong.class} cannot be a body: give a String, a Pathname, an IO or an Enumerable" if wrong
    end

    # Whether the body can be sent again: a stream cannot.
    def replayable?
      @parts.all? { |part| part.is_a?(String) || part.is_a?(Pathname) }
    end

    # Returns the number of bytes, or `nil` if it is not known before they are read.
    def length
      lengths = @parts.map { |part| length_of(part) }
      lengths.sum if lengths.all?
    end

    # Returns a reader for one attempt.
    def reader(on_progress)
      BodyReader.new(@parts, on_progress)
    end

    def inspect
      "#<Lockstep::Body #{@content_type}>"
    end

    private

    def content?(part)
      [:bytesize, :read, :each].any? { |name| part.respond_to?(name) } || part.is_a?(Pathname)
    end

    def length_of(part)
      case part
      when String then part.bytesize
      when Pathname then part.size
      else rest_of(part)
      end
    end

    # Returns the number of bytes after the position of a file.
    def rest_of(part)
      return nil unless part.respond_to?(:size) && part.respond_to?(:pos)

      part.size - part.pos
    rescue SystemCallError
      nil # A pipe has no position.
    end
  end
  private_constant :Body

  # Reads the parts of a body one after another, as `IO.copy_stream` wants it.
  class BodyReader
    PORTION_BYTES = 64 * 1024

    # @return [Exception, nil] why the body could not be read
    attr_reader :error

    def initialize(parts, on_progress)
      @portions = portions(parts)
      @on_progress = on_progress
      @sent = 0
      @error = nil
    end

    # Returns the next bytes, more or less than requested.
    def readpartial(_length, buffer = +"")
      portion = @portions.next
      @sent += portion.bytesize
      @on_progress&.call(@sent)
      buffer.replace(portion)
    rescue StopIteration
      raise EOFError, "the body has ended"
    rescue StandardError => e
      @error = e
      raise
    end

    private

    def portions(parts)
      Enumerator.new do |all|
        parts.each do |part|
          case part
          when String then cut(part, all)
          when Pathname then part.open("rb") { |file| read(file, all) }
          else part.respond_to?(:read) ? read(part, all) : enumerate(part, all)
          end
        end
      end
    end

    def cut(text, all)
      (0...text.bytesize).step(PORTION_BYTES) { |start| all << text.byteslice(start, PORTION_BYTES) }
    end

    def read(file, all)
      while (portion = file.read(PORTION_BYTES))
        all << portion unless portion.empty?
      end
    end

    def enumerate(parts, all)
      parts.each do |portion|
        raise TypeError, "a #{portion.class} cannot be a part of a body: give strings" unless portion.is_a?(String)

        # An empty portion would end the body.
        all << portion unless portion.empty?
      end
    end
  end
  private_constant :BodyReader
end
