# frozen_string_literal: true

require "date"
require "test_helper"

# Values of a wrong type are refused at the border, by the name of their field; answers of a wrong type are told apart.
class KindsTest < LockstepTest
  Models = Lockstep::Models
  POINT = { timestamp: Time.at(0), type: "heart_rate", value: 61, unit: "bpm", device: "strap" }.freeze

  # What the error names, and the call.
  WRONG = {
    "metrics must be a String, and is an Integer" => ->(one) { one.fitness.get_metrics(metrics: 5) },
    "metrics[1] must be a String, and is an Integer" => ->(one) { one.fitness.get_metrics(metrics: ["steps", 5]) },
    "limit must be an Integer, and is a String" => ->(one) { one.fitness.read_points(limit: "7") },
    "data must be an Array, and is an Integer" => ->(one) { one.fitness.upload_points(data: 5) },
    "data[0] must be a Models::FitnessDataPoint or a Hash, and is an Integer" => ->(one) { one.fitness.upload_points(data: [5]) },
    "data[0].value must be a number, and is a String" => ->(one) { one.fitness.upload_points(data: [{ "value" => "61" }]) },
    "data[0].metadata.activity must be a String, and is an Integer" =>
      ->(one) { one.fitness.upload_points(data: [{ metadata: { activity: 1 } }]) },
    "id must be a String, and is an Integer" => ->(one) { one.activities.get_activity(5) },
    "capabilities must be an Array, and is a String" =>
      ->(one) { one.devices.register_device(name: "w", type: "watch", capabilities: "gps") },
    "capabilities[0] must be a String, and is a Lockstep::Models::FitnessDataPoint" =>
      ->(one) { one.devices.register_device(name: "w", type: "watch", capabilities: [Models::FitnessDataPoint.new(**POINT)]) }
  }.freeze

  def test_a_parameter_of_a_wrong_type_is_refused_before_anything_is_sent
    with(USAGE) do |lockstep, server|
      WRONG.each do |text, call|
        assert_equal text, assert_raises(TypeError, text) { call.call(lockstep) }.message
      end
      assert_empty server.received
    end
  end

  def test_a_field_of_a_model_of_a_wrong_type_is_refused
    { value: "61", type: 5, timestamp: 7, metadata: 5 }.each do |name, value|
      text = assert_raises(TypeError, name) { Models::FitnessDataPoint.new(**POINT, name => value) }.message
      assert_match(/Models::FitnessDataPoint: #{name} must be /, text)
      assert_raises(TypeError, name) { Models::FitnessDataPoint.new(**POINT).with(name => value) }
    end
  end

  def test_no_error_shows_the_value
    error = assert_raises(TypeError) { Models::SignInRequest.new(username: "ada", password: ["hidden word"]) }
    refute_includes error.message, "hidden word"
  end

  def test_values_that_have_a_text_are_accepted
    with(USAGE) do |lockstep, server|
      lockstep.fitness.get_metrics(metrics: %i[steps strain], start_date: Date.new(2026, 6, 1), end_date: Time.at(0).utc)
      query = "startDate=2026-06-01&endDate=1970-01-01T00%3A00%3A00Z&metrics=steps%2Cstrain"
      assert_equal "/v1/sfdp/metrics?#{query}", server.paths.last
      point = { "timestamp" => "2026-06-01T07:00:00Z", "value" => 1r, "type" => :steps, "new" => [7] }
      lockstep.fitness.upload_points(data: [point, Models::FitnessDataPoint.new(**POINT)], encryption_mode: nil)
      assert_equal 2, server.received.last.json["data"].size
    end
  end

  def test_an_answer_of_another_shape_is_an_error_that_says_so
    {
      "null" => "null where the object AccountUsage", "7" => "a number where", "\"text\"" => "a text where",
      "[]" => "a list where", "true" => "a boolean where"
    }.each do |body, text|
      with(bytes(body, "application/json", { "X-Request-Id" => "req_1" })) do |lockstep|
        error = assert_raises(Lockstep::ApiError) { lockstep.fitness.get_usage }
        assert_match text, error.message
        assert_equal [200, "req_1"], [error.status, error.request_id]
      end
    end
  end

  def test_null_is_no_list_no_object_no_page_no_job_and_no_ticket
    with(bytes("null", "application/json")) do |lockstep|
      job = -> { lockstep.encryption.encrypt_data_as_job(data: "AA==", mode: "FHE") }
      [
        -> { lockstep.fitness.export_points }, -> { lockstep.marketplace.get_purchase_receipt("pur_1") },
        -> { lockstep.fitness.read_points_all.first }, job, -> { lockstep.stream(max_reconnects: 0).first }
      ].each { |call| assert_match "null", assert_raises(Lockstep::ApiError) { call.call }.message }
    end
    accepted = answer(200, { jobId: "job_1", status: "running" })
    with(accepted, answer(200, { status: "succeeded", result: nil })) do |lockstep|
      job = lockstep.encryption.encrypt_data_as_job(data: "AA==", mode: "FHE")
      assert_match "null", assert_raises(Lockstep::ApiError) { job.result }.message
    end
  end
end
