# frozen_string_literal: true

require "stringio"
require "test_helper"
require "tmpdir"
require "zlib"

# Bodies of requests and answers that are streams.
class BodiesTest < LockstepTest
  DATA = (0..255).to_a.pack("C*") * 1000
  ARROW = "application/vnd.apache.arrow.stream"
  END_OF_ARROW = "\xFF\xFF\xFF\xFF\0\0\0\0".b

  def in_folder
    Dir.mktmpdir { |folder| yield Pathname(folder) }
  end

  def test_a_body_is_sent_as_it_is_and_its_bytes_are_counted
    in_folder do |folder|
      path = folder / "data"
      path.binwrite(DATA)
      {
        "string" => DATA, "path" => path, "file" => path.open("rb"), "string io" => StringIO.new(DATA),
        "parts" => [DATA[0, 1000], "", DATA[1000..]].each, "text" => "grün"
      }.each do |kind, content|
        with(answer(200, {})) do |lockstep, server|
          sent = []
          lockstep.datasets.replace_dataset_data(
            "d", content, content_type: "text/csv", options: { on_progress: sent.method(:push) }
          )
          request = server.received.first
          expected = kind == "text" ? "grün".b : DATA
          assert_equal expected, request.body.b, kind
          assert_equal "text/csv", request.headers["content-type"]
          assert_equal sent.sort, sent
          assert_equal expected.bytesize, sent.last
          assert_equal kind != "parts", request.headers.key?("content-length"), kind
        end
      end
    end
  end

  def test_a_path_is_read_again_for_each_attempt
    in_folder do |folder|
      path = folder / "run.csv"
      path.binwrite(DATA)
      with(refusal(503, "X"), answer(200, {})) do |lockstep, server|
        lockstep.fitness.import_recording(file: path)
        assert_equal([true, true], server.received.map { |one| one.body.include?(DATA) })
      end
    end
  end

  def test_a_missing_file_and_a_failing_source_are_errors_of_the_caller
    with(answer(200, {})) do |lockstep, server|
      assert_raises(Errno::ENOENT) do
        lockstep.datasets.replace_dataset_data("d", Pathname("/nowhere/x"), content_type: "text/csv")
      end
      failing = Enumerator.new do |parts|
        parts << "a"
        raise Errno::EIO
      end
      assert_raises(Errno::EIO) { lockstep.datasets.replace_dataset_data("d", failing, content_type: "text/csv") }
      assert_raises(TypeError) { lockstep.datasets.replace_dataset_data("d", [1].each, content_type: "text/csv") }
      assert_empty server.received
    end
  end

  def test_a_form_has_the_file_and_its_name
    with(answer(200, {})) do |lockstep, server|
      lockstep.fitness.import_recording(file: ["a \"run\"\r\n.csv", "x,y"], participant: "ada")
      request = server.received.first
      kind, boundary = request.headers["content-type"].split("; boundary=")
      assert_equal "multipart/form-data", kind
      expected = "--#{boundary}\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a %22run%22%0D%0A.csv\"\r\n" \
                 "Content-Type: application/octet-stream\r\n\r\nx,y\r\n" \
                 "--#{boundary}\r\nContent-Disposition: form-data; name=\"participant\"\r\n\r\nada\r\n--#{boundary}--\r\n"
      assert_equal expected, request.body
    end
  end

  def test_a_file_is_sent_from_its_position
    file = StringIO.new(DATA)
    file.seek(10)
    with(answer(200, {})) do |lockstep, server|
      lockstep.datasets.replace_dataset_data("d", file, content_type: "text/csv")
      assert_equal DATA[10..], server.received.first.body
    end
  end

  def test_an_answer_is_read_in_parts_and_saved
    in_folder do |folder|
      csv = bytes(DATA, "text/csv", { "Lockstep-Skipped-Points" => "2" })
      with(csv) do |lockstep, server|
        lockstep.fitness.export_points_stream(accept: "text/csv") do |answer|
          assert_equal ["2", "text/csv", 200], [answer["Lockstep-Skipped-Points"], answer.content_type, answer.status]
          assert_equal "#<Lockstep::Answer \"text/csv\">", answer.inspect
          assert_equal DATA, answer.to_a.join
          assert_raises(Lockstep::Error) { answer.each(&:size) }
        end
        received = []
        saved = lockstep.fitness.export_points_stream(accept: "text/csv") do |answer|
          answer.save(folder / "points.csv", on_progress: received.method(:push))
        end
        assert_equal [DATA.size, DATA.size], [saved, received.last]
        assert_equal DATA, (folder / "points.csv").binread
        assert_equal "text/csv", server.received.first.headers["accept"]
        assert_equal DATA, lockstep.fitness.export_points_stream(accept: "text/csv").read
      end
    end
  end

  def test_a_compressed_answer_is_read
    packed = Zlib.gzip(DATA)
    with(bytes(packed, "text/csv", { "Content-Encoding" => "gzip" })) do |lockstep|
      assert_equal DATA, lockstep.fitness.export_points_stream(accept: "text/csv").read
    end
    missing = bytes(packed[0..-20], "text/csv", { "Content-Encoding" => "gzip" })
    damaged = bytes("no gzip", "text/csv", { "Content-Encoding" => "gzip" })
    short = lambda do |exchange|
      exchange.io.write("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: #{packed.size}\r\n\r\n", packed[0..-20])
      exchange.drop
    end
    [missing, damaged, short].each do |reply|
      with(reply) do |lockstep|
        assert_raises(Lockstep::ApiConnectionError) { lockstep.fitness.export_points_stream(accept: "text/csv").read }
      end
    end
  end

  def test_leaving_an_answer_early_closes_its_connection
    endless = lambda do |exchange|
      exchange.io.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
      loop { exchange.io.write("5\r\nhello\r\n") }
    end
    with(endless, USAGE) do |lockstep, server|
      assert_equal :left, lockstep.fitness.export_points_stream(accept: "text/csv") { |_| :left }
      lockstep.fitness.get_usage
      assert_equal 2, server.received.size
    end
    with(endless, USAGE) do |lockstep|
      first = lockstep.fitness.export_points_stream(accept: "text/csv") { |answer| break answer.first }
      assert_match(/\Ahello/, first)
      lockstep.fitness.get_usage
    end
  end

  def test_an_error_of_the_block_stays_as_it_is
    failing = ->(_) { raise Errno::ENOSPC }
    with(bytes(DATA, "text/csv")) do |lockstep|
      assert_raises(Errno::ENOSPC) do
        lockstep.fitness.export_points_stream(accept: "text/csv") { |answer| answer.each(&failing) }
      end
      assert_raises(IOError) do
        lockstep.fitness.export_points_stream(accept: "text/csv") { raise IOError, "of the block" }
      end
    end
  end

  def test_an_answer_that_breaks_off_is_a_lost_connection
    with(break_off) do |lockstep|
      assert_raises(Lockstep::ApiConnectionError) { lockstep.fitness.export_points_stream(accept: "text/csv").read }
      lockstep.fitness.export_points_stream(accept: "text/csv") do |answer|
        assert_raises(Lockstep::ApiConnectionError) { answer.read }
      end
    end
  end

  def test_a_request_without_a_method_of_its_own_can_be_sent
    with(answer(200, "yes")) do |lockstep, server|
      assert_equal "\"yes\"", lockstep.request("POST", "/v2/new", query: { a: true }, json: { b: 1 }).text
      assert_equal ["/v2/new?a=true", { "b" => 1 }], [server.paths.last, server.received.last.json]
      lockstep.request("DELETE", "/v2/new")
      assert_equal "", server.received.last.body
    end
  end

  def test_malformed_arrow_is_an_error
    whole = "garbage".b + END_OF_ARROW
    with(bytes(whole, ARROW)) do |lockstep|
      assert_equal whole, lockstep.fitness.read_points_stream(accept: ARROW, &:arrow)
    end
    [["", ARROW], ["garbage", ARROW], [whole[0..-2], ARROW], ["a,b", "text/csv"]].each do |content, type|
      with(bytes(content, type)) do |lockstep|
        assert_raises(Lockstep::MalformedArrowError) { lockstep.fitness.read_points_stream(accept: ARROW, &:arrow) }
      end
    end
  end
end
