# frozen_string_literal: true

require "stringio"
require "test_helper"
require "tmpdir"

# The client against a real server.
class ServerTest < LockstepTest
  START = Time.utc(2026, 6, 1, 7)
  ARROW = "application/vnd.apache.arrow.stream"

  class << self
    # One server for the tests that do not stop it.
    def server
      @server ||= LockstepServer.new.tap do |server|
        server.start
        Minitest.after_run { server.remove }
      end
    end
  end

  def setup
    skip "LOCKSTEP_PROGRAM does not name the server's binary" unless LockstepServer::PROGRAM
  end

  def lockstep
    @lockstep ||= self.class.server.client
  end

  def teardown
    @lockstep&.close
  end

  def points(type, values, first = START)
    unit = type == "steps" ? "count" : "bpm"
    values.each_with_index.map do |value, nth|
      Lockstep::Models::FitnessDataPoint.new(timestamp: first + nth, type: type, value: value, unit: unit, device: "strap")
    end
  end

  # Repeats an act until its message was heard: the socket may open later.
  def until_heard(act)
    heard = Queue.new
    repeating = Thread.new do
      until heard.closed?
        act.call
        begin
          Timeout.timeout(0.2) { heard.pop }
        rescue Timeout::Error
          next
        end
      end
    end
    yield heard
  ensure
    heard.close
    repeating.join
  end

  # The program of this language in docs/clients.md, with an environment that names the server.
  def run_document(server)
    text = File.read(File.expand_path("../../../docs/clients.md", __dir__), encoding: "UTF-8")
    code = text.scan(/^```ruby\n(.*?)^```/m).join("\n")
    environment = {
      "LOCKSTEP_URL" => server.url, "LOCKSTEP_USERNAME" => "admin", "LOCKSTEP_PASSWORD" => LockstepServer::PASSWORD
    }
    words = [RbConfig.ruby, "-w", "-I#{File.expand_path('../lib', __dir__)}", "-e", code]
    [IO.popen(environment, words, &:read), text[/^```text\n(.*?)^```/m, 1]]
  end

  def test_the_task_of_the_documents_runs_as_it_is_printed
    skip "no native library: LOCKSTEP_FFI_LIBRARY does not name it" unless Lockstep::Crypto.available?
    LockstepServer.run do |server|
      client = server.client
      upload = -> { client.fitness.upload_points(data: points("steps", [1], Time.utc(2026, 6, 2))) }
      until_heard(upload) do |heard|
        printed, expected = run_document(server)
        heard.close
        assert_equal expected, printed
      end
    end
  end

  def test_points_are_stored_paged_exported_and_deleted
    values = Array.new(2500) { |nth| 60 + (nth % 90) }
    once = { idempotency_key: "one" }
    fitness = lockstep.fitness
    fitness.delete_points
    stored = fitness.upload_points(data: points("heart_rate", values), options: once)
    assert_equal 2500, stored.processed_count
    assert_equal stored, fitness.upload_points(data: points("heart_rate", values), options: once)
    assert_raises(Lockstep::ConflictError) { fitness.upload_points(data: points("steps", [1]), options: once) }
    read = fitness.read_points_all(type: "heart_rate", limit: 1000).to_a
    assert_equal values, read.map(&:value)
    assert_equal START + 1, read[1].timestamp
    export = fitness.export_points_stream(format: "csv", accept: "text/csv", &:text)
    assert_equal 2501, export.lines.size
    assert_equal 10, fitness.upload_points(data: read.first(10)).processed_count
    assert_equal 2500, fitness.delete_points(type: "heart_rate").deleted_count
  end

  def test_errors_name_the_parameter_and_the_request
    error = assert_raises(Lockstep::InvalidRequestError) { lockstep.fitness.read_points(limit: 0) }
    assert_match(/request req_/, error.message)
    assert_equal "limit", error.details["parameter"]
    assert_raises(Lockstep::NotFoundError) { lockstep.activities.get_activity("act_01h455vb4pex5vsknk084sn02q") }
  end

  def test_files_and_tables_are_sent_and_read_as_streams
    Dir.mktmpdir do |folder|
      recording = Pathname(folder) / "a \"run\".csv"
      rows = Array.new(600) { |nth| "#{(START + 86_400 + nth).iso8601},heart_rate,#{120 + (nth % 9)},bpm,strap\n" }
      recording.write(["timestamp,type,value,unit,device\n", *rows].join)
      assert_equal 600, lockstep.fitness.import_recording(file: recording).new_count
      table = "watts\r\n#{"200\r\n" * 50_000}"
      dataset = lockstep.datasets.create_dataset(name: "rides", encryption_mode: "basic")
      target = Pathname(folder) / "table.csv"
      assert_equal [table.bytesize, table.bytesize], exchanged(dataset.id, table, target)
      assert_equal table.b, target.binread
      [target, StringIO.new(table), table.scan(/.{1,999}/m).each].each do |content|
        assert_equal dataset.id, lockstep.datasets.replace_dataset_data(dataset.id, content, content_type: "text/csv").id
      end
    end
  end

  # Sends a table and reads it into a file; returns the last reports of progress.
  def exchanged(id, table, target)
    sent = []
    received = []
    lockstep.datasets.replace_dataset_data(id, table, content_type: "text/csv", options: { on_progress: sent.method(:push) })
    assert_operator sent.size, :>, 1
    lockstep.datasets.read_dataset_data_stream(id, accept: "text/csv") do |answer|
      assert answer.content_type.start_with?("text/csv")
      answer.save(target, on_progress: received.method(:push))
    end
    [sent.last, received.last]
  end

  def test_a_job_returns_what_the_request_would_have
    result = lockstep.encryption.encrypt_data_as_job(data: ["[61,64,73]"].pack("m0"), mode: "FHE").result
    opened = lockstep.encryption.decrypt_envelope(encrypted_data: result.encrypted_data, metadata: result.metadata)
    assert_equal [61, 64, 73], JSON.parse(opened.data.unpack1("m0"))
  end

  def test_threads_use_one_client
    found = Array.new(8) { Thread.new { lockstep.fitness.get_usage } }.map(&:value)
    assert_equal 1, found.map(&:quotas).uniq.size
  end

  def test_a_stream_continues_after_the_server_was_killed_and_misses_nothing
    LockstepServer.run do |server|
      upload = lambda do |value|
        server.client.fitness.upload_points(data: points("steps", [value], START + (60 * value)))
      end
      seen = []
      until_heard(-> { upload.call(0) }) do |heard|
        server.client.stream.each do |message|
          next unless message.payload.is_a?(Lockstep::Models::FitnessDataPoint)

          seen << message.payload.value
          heard.close
          follow(server, seen, upload)
          break if seen.last == 3
        end
      end
      assert_equal [0, 1, 2, 3], seen.uniq
      assert_equal [1, 2, 3], seen.reject(&:zero?)
    end
  end

  # Uploads the next points, with a crash in between.
  def follow(server, seen, upload)
    if seen.size == 1
      upload.call(1)
      upload.call(2)
    elsif seen.last == 2
      server.kill
      server.start
      upload.call(3)
    end
  end

  def test_agents_answer_in_words_and_their_updates_arrive
    lockstep.fitness.delete_points
    lockstep.fitness.upload_points(data: points("heart_rate", [61, 64]))
    ask = lambda do
      content = { action: "ask", parameters: { query: "Is my data complete?" } }
      lockstep.agents.send_agent_message("agt_core_ingest", type: "query", content: content).response.content
    end
    assert_includes ask.call, "heart rate: 2 points"
    until_heard(ask) do |_|
      update = lockstep.agent_updates.first
      assert_equal %w[message agt_core_ingest], [update.type, update.agent_id]
    end
  end

  def test_channels_continue_after_the_server_was_killed
    LockstepServer.run do |server|
      create = lambda do
        server.client.datasets.create_dataset(name: "knock", encryption_mode: "none")
      rescue Lockstep::ApiConnectionError
        nil # The server was killed.
      end
      actions = []
      until_heard(create) do |heard|
        server.client.channels("audit-logs").each do |message|
          actions << message.payload["action"]
          if actions.last == "dataset.create" && !heard.closed?
            heard.close
            server.kill
            server.start
            server.client.fitness.upload_points(data: points("steps", [1]))
          end
          break if actions.last == "points.upload"
        end
      end
      assert_equal 1, actions.count("points.upload")
    end
  end

  def test_updates_of_a_dataset_arrive_until_it_is_gone
    id = lockstep.datasets.create_dataset(name: "walks", encryption_mode: "none").id
    replace = -> { lockstep.datasets.replace_dataset_data(id, "watts\n200\n", content_type: "text/csv") }
    events = []
    until_heard(replace) do |heard|
      lockstep.dataset_updates(id).each do |update|
        assert_equal id, update.data.dataset_id
        events << update.data.event
        lockstep.datasets.delete_dataset(id) unless heard.closed?
        heard.close
        break if events.last == "deleted"
      end
    end
    assert_equal %w[updated deleted], events.uniq
    assert_raises(Lockstep::NotFoundError) { lockstep.dataset_updates(id).first }
  end

  def test_a_series_is_sent_from_arrays
    lockstep.fitness.delete_points
    times = Array.new(3) { |nth| START + nth }
    body = Lockstep.arrow_series(type: "heart_rate", unit: "bpm", device: "strap", timestamps: times, values: [61, 64.5, 62])
    assert_equal 3, lockstep.fitness.upload_points_content(body).processed_count
    found = lockstep.fitness.read_points(type: "heart_rate").data
    assert_equal(times.zip([61, 64.5, 62]), found.map { |point| [point.timestamp, point.value] })
    assert_equal([%w[bpm strap]], found.map { |point| [point.unit, point.device] }.uniq)
  end

  def test_points_and_tables_are_read_and_sent_as_arrow
    lockstep.fitness.delete_points
    lockstep.fitness.upload_points(data: points("heart_rate", [61, 64]))
    table = lockstep.fitness.read_points_stream(accept: ARROW, &:arrow)
    assert_includes table, "heart_rate"
    lockstep.fitness.delete_points
    assert_equal 2, lockstep.fitness.upload_points_content(table).processed_count
    ["", "garbage", table[0...-20], table[8..]].each do |malformed|
      assert_raises(Lockstep::InvalidRequestError) { lockstep.fitness.upload_points_content(malformed) }
    end
    assert_equal [61, 64], lockstep.fitness.read_points_all(type: "heart_rate").map(&:value)
    assert_raises(Lockstep::MalformedArrowError) { lockstep.request("GET", "/v1/sfdp/data").arrow }
  end
end
