# frozen_string_literal: true

# Points that are held as columns.
module Lockstep
  # Returns one series of points as an Arrow IPC stream: a body of `upload_points_content`.
  #
  # @param type [String] the type of all points: a name of `/v1/sfdp/types` or a custom name
  # @param unit [String] the unit of all values
  # @param device [String] the id or the name of a registered device, or any other name
  # @param timestamps [Enumerable<Integer>, Enumerable<Time>] the time of each value, 1 to 100 000: milliseconds since 1970, or
  #   times, which are cut to the millisecond
  # @param values [Enumerable<Numeric>] as many finite numbers as there are timestamps
  # @return [String] bytes
  # @raise [TypeError] if an argument has a wrong type
  # @raise [ArgumentError] if a text is empty, there is no point or more than 100 000, the lengths differ, a value is not finite,
  #   or a time is before 1970 or after the year 9999
  def self.arrow_series(type:, unit:, device:, timestamps:, values:)
    ArrowSeries.encode({ type: type, unit: unit, device: device }, timestamps, values)
  end

  # Writes a series in the format of https://arrow.apache.org/docs/format/Columnar.html. `clients/vectors/README.md` describes its
  # layout, which is the same in all client libraries.
  module ArrowSeries
    # The rows of a body, as many as the server takes.
    MAX_ROWS = 100_000
    # The end of the year 9999 in milliseconds since 1970. A later time is probably in microseconds.
    LATEST = 253_402_300_799_999

    DICTIONARY_BATCH = 2
    RECORD_BATCH = 3
    FORMAT_VERSION5 = 4
    # The message of the schema: timestamp[ms, UTC], dictionary<int32, utf8>, float64, and two more dictionaries.
    SCHEMA = <<~BASE64.unpack1("m").freeze
      /////xgCAAAQAAAADAAUABAAEgAEAAgADAAAABgAAAAAAAAAAAAAAAQAAQAIAAgAAAAEAAgAAAAEAAAABQAAACQAAABwAAAA1AAA
      ABABAAB0AQAADgAUAAQAAAAQAAgAAAAAABAAAAAsAAAAFAAAAAAAAAAKAAAACAAMAAgABAAIAAAACAAAAAEAAAADAAAAVVRDAAkA
      AAB0aW1lc3RhbXAAAAAOABQABAAAABAACAAMAAAAEAAAABgAAAAQAAAAJAAAAAUAAAAEAAQABAAAAAQAAAB0eXBlAAAAAAgAEAAE
      AAwACAAAAAAAAAAAAAAADAAAAAgADAAEAAgACAAAACAAAAABAAAAAAAAAA4AFAAEAAAAEAAIAAAAAAAQAAAAIAAAABQAAAAAAAAA
      AwAAAAYACAAEAAAACAAAAAIAAAAFAAAAdmFsdWUAAAAOABQABAAAABAACAAMAAAAEAAAABgAAAAQAAAAJAAAAAUAAAAEAAQABAAA
      AAQAAAB1bml0AAAAAAgAEAAEAAwACAAAAAEAAAAAAAAADAAAAAgADAAEAAgACAAAACAAAAABAAAAAAAAAA4AFAAEAAAAEAAIAAwA
      AAAQAAAAGAAAABAAAAAkAAAABQAAAAQABAAEAAAABgAAAGRldmljZQAACAAQAAQADAAIAAAAAgAAAAAAAAAMAAAACAAMAAQACAAI
      AAAAIAAAAAEAAAAAAAAAAAAAAA==
    BASE64
    private_constant :DICTIONARY_BATCH, :RECORD_BATCH, :FORMAT_VERSION5, :SCHEMA

    class << self
      # @param texts [Hash{Symbol => String}] `type`, `unit` and `device`
      def encode(texts, timestamps, values)
        texts = texts.map { |name, text| text(name, text) }
        timestamps = list(:timestamps, timestamps)
        values = list(:values, values)
        check_lengths(timestamps.size, values.size)
        dictionaries = texts.each_with_index.map { |text, number| dictionary(number, text) }
        [SCHEMA, *dictionaries, rows(times(timestamps), numbers(values)), [-1, 0].pack("l<2")].join
      end

      private

      def text(name, text)
        raise TypeError, "#{name} must be a String, and is #{text.class}" unless text.is_a?(String) || text.is_a?(Symbol)
        raise ArgumentError, "#{name} is empty: give a text" if text.empty?

        made = text.to_s.encode(Encoding::UTF_8)
        raise ArgumentError, "#{name} is not valid UTF-8" unless made.valid_encoding?

        made.b
      rescue EncodingError
        raise ArgumentError, "#{name} cannot be written in UTF-8"
      end

      def list(name, given)
        raise TypeError, "#{name} must be an Array, and is #{given.class}" if given.is_a?(Hash) || !given.respond_to?(:to_a)

        given.to_a
      end

      def check_lengths(times, values)
        raise ArgumentError, "there are #{times} timestamps and #{values} values: give a time for each value" if times != values
        return if times.between?(1, MAX_ROWS)

        raise ArgumentError, "there are #{times} points: give 1 to #{MAX_ROWS}, and further points in another body"
      end

      # Returns milliseconds since 1970 as integers of 64 bits.
      def times(given)
        given = given.map { |time| (time.to_i * 1000) + (time.nsec / 1_000_000) } if given.all?(Time)
        raise TypeError, "timestamps must all be Integers, or all be Times" unless given.all?(Integer)

        first, last = given.minmax
        raise ArgumentError, "timestamps has a time before 1970: give milliseconds since 1970" if first.negative?
        raise ArgumentError, "timestamps has a time after the year 9999: give milliseconds since 1970" if last > LATEST

        given.pack("q<*")
      end

      def numbers(given)
        raise TypeError, "values must be numbers" unless given.all?(Numeric)

        # A number that is not finite makes the sum so. The sum of finite ones may overflow.
        is_finite = given.sum.to_f.finite? || given.all? { |value| value.to_f.finite? }
        raise ArgumentError, "values has a number that is not finite" unless is_finite

        given.pack("E*")
      end

      # Returns the message of a dictionary with one text.
      def dictionary(number, text)
        body = padded([0, text.bytesize].pack("l<2") + text)
        batch = batch(1, 1, [[0, 0], [0, 8], [8, text.bytesize]])
        message(DICTIONARY_BATCH, 8, [8, 16, 4, 12, 8, number, 20].pack("S<4l<q<L<") + batch, body)
      end

      # Returns the message of all rows.
      def rows(times, numbers)
        indexes = "\0".b * (times.bytesize / 2)
        body = "".b
        buffers = [times, indexes, numbers, indexes, indexes].flat_map do |column|
          offset = body.bytesize
          body << padded(column)
          # No column has nulls, so the buffer of the presence of its values is empty.
          [[offset, 0], [offset, column.bytesize]]
        end
        message(RECORD_BATCH, 16, batch(times.bytesize / 8, 5, buffers), body)
      end

      # Returns a message. `position` is that of the table of its kind in `header`.
      def message(kind, position, header, body)
        table = [16, 12, 20, 16, 18, 4, 8].pack("L<S<6")
        table << [12, 16 + position, body.bytesize, FORMAT_VERSION5, kind].pack("l<L<q<S<Cx") << header
        [-1, table.bytesize].pack("l<L<") << table << body
      end

      # Returns the table of a record batch, with the lengths of its columns and the places of its buffers.
      def batch(rows, columns, buffers)
        table = [10, 20, 4, 12, 16, 0, 0, 0, 16, rows, 12, 16 + (16 * columns)].pack("S<8l<q<L<2")
        table << [0, columns].pack("L<2") << ([rows, 0].pack("q<2") * columns)
        table << [0, buffers.size].pack("L<2") << buffers.flatten.pack("q<*")
      end

      def padded(bytes)
        bytes + ("\0" * (-bytes.bytesize % 8))
      end
    end
  end
  private_constant :ArrowSeries
end
