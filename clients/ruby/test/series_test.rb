# frozen_string_literal: true

require "bigdecimal"
require "test_helper"

# Series as Arrow streams: the shared vectors, the kinds of columns, and refusals.
class SeriesTest < LockstepTest
  VECTORS = JSON.parse(File.read(File.expand_path("../../vectors/arrow_series.json", __dir__), encoding: "UTF-8"))
  NAMES = { type: "heart_rate", unit: "bpm", device: "strap" }.freeze
  TIMES = [1_767_225_600_000, 1_767_225_660_000, 1_767_225_720_001].freeze
  VALUES = [60, 61.5, 90].freeze

  def series(**changes)
    Lockstep.arrow_series(**NAMES, timestamps: TIMES, values: VALUES, **changes)
  end

  def arguments(vector)
    vector.except("name", "body").transform_keys(&:to_sym)
  end

  def test_a_series_has_the_bytes_of_the_shared_vectors
    refute_empty VECTORS["series"]
    VECTORS["series"].each do |vector|
      made = Lockstep.arrow_series(**arguments(vector))
      assert_equal vector["body"].unpack1("m"), made, vector["name"]
      assert_equal Encoding::BINARY, made.encoding
    end
  end

  def test_the_series_of_the_shared_vectors_are_refused
    refute_empty VECTORS["refusals"]
    VECTORS["refusals"].each do |vector|
      assert_raises(ArgumentError, vector["name"]) { Lockstep.arrow_series(**arguments(vector)) }
    end
  end

  def test_times_and_other_columns_are_taken
    times = TIMES.map { |time| Time.at(time / 1000, (time % 1000) + 0.5, :millisecond, in: "+02:00") }
    assert_equal series, series(timestamps: times)
    assert_equal series, series(timestamps: TIMES.each, values: VALUES.lazy, device: :strap)
    assert_equal series, series(values: [60r, BigDecimal("61.5"), 90.0])
    assert_equal series(timestamps: [5, 6, 7]), series(timestamps: 5..7)
  end

  def test_the_largest_values_are_taken
    most = [Float::MAX] * 3
    assert_includes series(values: most), most.pack("E*")
  end

  REFUSED = [
    [ArgumentError, "not finite", { values: [60, Float::NAN, 61] }],
    [ArgumentError, "not finite", { values: [Float::INFINITY, -Float::INFINITY, 61] }],
    [TypeError, "numbers", { values: [60, "61", 62] }],
    [TypeError, "numbers", { values: [60, nil, 62] }],
    [TypeError, "values must be an Array", { values: { 60 => 61 } }],
    [TypeError, "values must be an Array", { values: "abc" }],
    [TypeError, "all be Integers", { timestamps: [1.5, 2.5, 3.5] }],
    [TypeError, "all be Integers", { timestamps: [Time.at(0), 1, 2] }],
    [ArgumentError, "9999", { timestamps: [1, 2, 2**70] }],
    [ArgumentError, "1970", { timestamps: [Time.at(-1)] * 3 }],
    [TypeError, "unit must be a String", { unit: 5 }],
    [ArgumentError, "device is not valid UTF-8", { device: "\xff" }],
    [ArgumentError, "type cannot be written", { type: "\xff".b }],
    [ArgumentError, "1 to 100000", { timestamps: 0..100_000, values: 0..100_000 }]
  ].freeze

  def test_bad_columns_are_refused
    REFUSED.each do |error, text, changes|
      message = assert_raises(error, text) { series(**changes) }.message
      assert_includes message, text
      refute_includes message, "60"
    end
  end
end
