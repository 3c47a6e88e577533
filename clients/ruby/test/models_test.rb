# frozen_string_literal: true

require "date"
require "pp"
require "test_helper"

# Models: what is read, kept, sent and shown.
class ModelsTest < LockstepTest
  Models = Lockstep::Models
  POINT = {
    "timestamp" => "2026-06-01T07:00:00.250Z", "type" => "heart_rate", "value" => 61, "unit" => "bpm", "device" => "strap"
  }.freeze

  def models
    Models.constants.map { |name| Models.const_get(name) }.select { |one| one.is_a?(Class) && one < Lockstep::Model }
  end

  def values
    Lockstep.const_get(:Values)
  end

  # Returns a value as a request contains it.
  def sent(value)
    JSON.parse(values.json(value))
  end

  def read(type, value)
    Lockstep.const_get(:Values).read(type, value)
  end

  def test_every_model_can_be_read_and_shown
    assert_operator models.size, :>, 300
    models.each do |model|
      assert_equal "#<#{model}>", model.from_h({}).inspect
      model.fields.each_value { |field| assert_nil read(field.type, nil) }
    end
  end

  def test_every_type_that_a_field_names_exists
    models.flat_map { |model| model.fields.values.map(&:type) + [model.others_type] }.each do |type|
      type = type.is_a?(Hash) ? type[:of] : type[0] while type.is_a?(Hash) || type.is_a?(Array)
      assert_respond_to Models.const_get(type), :from_h unless [nil, :time, :date].include?(type)
    end
  end

  def test_times_and_dates_are_read_and_written
    point = Models::FitnessDataPoint.from_h(POINT)
    assert_equal Time.utc(2026, 6, 1, 7, 0, 0.25r), point.timestamp
    assert_nil point.confidence
    assert_equal POINT.merge("timestamp" => "2026-06-01T07:00:00.250000000Z"), point.to_h
    assert_equal({ "a" => "2026-06-01" }, sent({ a: Date.new(2026, 6, 1) }))
    assert_equal({ "a" => "2026-06-01T07:00:00+02:00" }, sent({ a: Time.new(2026, 6, 1, 7, 0, 0, "+02:00") }))
  end

  def test_unknown_fields_and_texts_are_kept
    device = Models::Device.from_h("id" => "dev_1", "status" => "asleep", "lastSeen" => "never", "newColour" => "red")
    assert_equal %w[dev_1 asleep red], [device.id, device.status, device["newColour"]]
    assert_equal "asleep", device[:status]
    assert_equal "red", device.unknown_fields["newColour"]
    assert_equal "red", device.to_h["newColour"]
    assert_nil device["colour"]
  end

  def test_values_of_other_types_are_passed_on
    [nil, 1, "text", [], [1], { "data" => 1 }, { "data" => nil }, { "data" => [nil, 2, {}] }].each do |value|
      read(:PointPage, value)
    end
    assert_equal [nil, 2], Models::PointPage.from_h("data" => [nil, 2]).data
    assert_equal "soon", Models::FitnessDataPoint.from_h("timestamp" => "soon").timestamp
    assert_equal 7, Models::FitnessDataPoint.from_h("timestamp" => 7).timestamp
  end

  def test_a_union_is_told_apart_by_its_constant
    assert_instance_of Models::WorkflowManualTrigger, read(:WorkflowTrigger, { "type" => "manual" })
    assert_instance_of Models::WorkflowScheduleTrigger, read(:WorkflowTrigger, { "type" => "schedule", "cron" => "0 6 * * *" })
    assert_equal({ "type" => "tides" }, read(:WorkflowTrigger, { "type" => "tides" }))
    assert_equal({ "type" => "manual" }, Models::WorkflowManualTrigger.new.to_h)
  end

  def test_a_union_without_a_constant_is_told_apart_by_its_required_fields
    message = Models::StreamMessage.from_h("id" => "e1", "type" => "data", "payload" => POINT)
    assert_instance_of Models::FitnessDataPoint, message.payload
    other = Models::StreamMessage.from_h("id" => "e2", "type" => "tide", "payload" => { "height" => 3 })
    assert_equal({ "height" => 3 }, other.payload)
  end

  def test_constructors_refuse_misspelt_and_missing_fields
    given = POINT.transform_keys(&:to_sym)
    misspelt = assert_raises(ArgumentError) { Models::FitnessDataPoint.new(**given, colour: 1) }
    assert_match "unknown keyword: :colour", misspelt.message
    missing = assert_raises(ArgumentError) { Models::FitnessDataPoint.new(**given.except(:unit)) }
    assert_match "missing keyword: :unit", missing.message
    point = Models::FitnessDataPoint.new(**given)
    assert_raises(ArgumentError) { point.with(colour: "red") }
    assert_equal [61, 62], [point.value, point.with(value: 62).value]
    assert_predicate point, :frozen?
  end

  def test_fields_are_sent_under_their_names_in_json
    assert_equal({}, Models::PointMetadata.new.to_h)
    node = Models::WorkflowAgentNode.new(id: "a", agent_id: "agt_1", question: "How are you?")
    expected = { "id" => "a", "type" => "agent", "agentId" => "agt_1", "question" => "How are you?" }
    assert_equal [expected], sent([node])
    assert_equal expected, JSON.parse(JSON.generate(node))
  end

  def test_fields_of_answers_are_not_sent
    point = Models::FitnessDataPoint.from_h(POINT.merge("id" => "pt_1"))
    assert_equal "pt_1", point.to_h["id"]
    found = sent({ "data" => [point] })["data"].first
    refute_includes found, "id"
    assert_equal "strap", found["device"]
  end

  def test_every_model_can_be_made_and_written
    models.each do |model|
      needed = model.fields.values.select { |field| field.is_required && !field.constant }
      made = model.new(**needed.to_h { |field| [field.name, nil] })
      assert_equal JSON.generate(made.sent), values.json(made), model.name
    end
  end

  def test_a_subclass_of_a_model_is_made_and_written_like_its_base
    given = POINT.transform_keys(&:to_sym)
    classes = [Class.new(Models::FitnessDataPoint), Models::FitnessDataPoint, Class.new(Models::FitnessDataPoint)]
    points = classes.map { |model| model.new(**given) }
    assert_equal [POINT] * 3, sent(points)
    assert_equal [POINT] * 3, points.map(&:sent)
    assert_equal 62, classes.first.from_h(POINT.merge("value" => 62)).value
  end

  TIME = Time.utc(2026, 6, 1, 7, 5, 9)
  GIVEN = { timestamp: TIME, type: "heart_rate", value: 61, unit: "bpm", device: "strap" }.freeze
  CHANGES = [
    {}, { device: "a \"strap\"\n\\ \#{x} é ♥" }, { device: :strap, unit: TIME }, { type: nil },
    { timestamp: Time.utc(1) }, { timestamp: Time.utc(9999, 12, 31, 23, 59, 59) }, { timestamp: Time.utc(-1) },
    { timestamp: Time.at(-1).utc }, { timestamp: Time.at(1, 5, :nsec).utc }, { timestamp: Time.at(0, in: "+02:00") },
    { timestamp: Date.new(2026, 6, 1) }, { timestamp: DateTime.new(2026, 6, 1) }, { timestamp: "2026-06-01T07:00:00Z" },
    { value: 61.5 }, { value: -0.0 }, { value: 1e300 }, { value: 2**80 }, { value: 1r }, { value: nil },
    { confidence: 0.5 }, { confidence: nil }, { id: "pt_1" }, { metadata: { activity: "run" } },
    { metadata: Models::PointMetadata.from_h("activity" => "run", "new" => [{ "a" => nil }]) }
  ].freeze

  # The JSON of a model is that of its values.
  def test_models_are_written_as_their_values
    points = CHANGES.map { |changes| Models::FitnessDataPoint.new(**GIVEN, **changes) }
    points << points[0].with(value: 62) << points[0].with(confidence: 1) << Models::FitnessDataPoint.from_h("id" => "pt_1")
    points << Models::FitnessDataPoint.from_h("type" => "x", "unit" => [1], "device" => {}, "value" => true, "colour" => "red")
    points.each do |point|
      assert_equal JSON.generate(values.plain({ data: [point, 5], b: point })), values.json({ data: [point, 5], b: point })
    end
    assert_equal JSON.generate(points.map(&:sent)), values.json(points)
    assert_equal "{\"data\":[#{JSON.generate(points[0].sent)}]}", values.json({ data: [points[0]], x: Lockstep::UNSET })
  end

  def test_values_that_json_does_not_have_are_refused
    [{ value: Float::NAN }, { value: -Float::INFINITY }, { device: "\xff" }].each do |changes|
      point = Models::FitnessDataPoint.new(**GIVEN, **changes)
      assert_raises(ArgumentError, changes.inspect) { values.json({ data: [point] }) }
    end
  end

  def test_models_are_equal_by_value_and_match_patterns
    one = Models::FitnessDataPoint.from_h(POINT)
    other = Models::FitnessDataPoint.from_h(POINT)
    assert_equal one, other
    assert_equal 1, [one, other].uniq.size
    refute_equal one, other.with(value: 62)
    assert_equal one, Marshal.load(Marshal.dump(one))
    assert_equal(["heart_rate", 61], one.then { |found| found in { type:, value: } and [type, value] })
  end

  SECRETS = %w[access_token code key password privateKey recovery_codes refresh_token secret ticket uri].freeze

  def test_no_text_of_a_model_shows_a_secret
    secrets = models.flat_map { |model| model.fields.values.select(&:is_secret).map { |field| [model, field.json] } }
    assert_empty SECRETS - secrets.map(&:last)
    word = "hidden word"
    secrets.each do |model, name|
      one = model.from_h(name => word, "newSecret" => word)
      refute_includes "#{one.inspect} #{one} #{[one].inspect} #{one.pretty_inspect}", word
      assert_includes JSON.generate(one), word
    end
    assert_equal "#<Lockstep::Models::JobError code=\"NOT_FOUND\">", Models::JobError.from_h("code" => "NOT_FOUND").inspect
  end
end
