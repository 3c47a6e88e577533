# frozen_string_literal: true

# The figures of Ruby in `cargo xtask bench clients`: `measure.rb upload URL TOKEN POINTS`, `series-upload URL TOKEN POINTS`, or
# `proof`.

require "json"
require "lockstep"

BODY_POINTS = 10_000
# The rows of a body of Arrow, as many as the server takes.
ARROW_POINTS = 100_000
START = Time.utc(2026, 1, 1)
ROUNDS = 9

def clock
  Process.clock_gettime(Process::CLOCK_MONOTONIC)
end

# Returns the milliseconds of a block.
def timed
  start = clock
  yield
  (clock - start) * 1000
end

def median(times)
  times.sort[times.size / 2]
end

# The largest memory in MiB, where the system tells it.
def peak_mib
  File.read("/proc/self/status")[/VmHWM:\s+(\d+)/, 1].to_i / 1024.0
end

def points(first)
  Array.new(BODY_POINTS) do |nth|
    at = first + nth
    Lockstep::Models::FitnessDataPoint.new(
      timestamp: START + at, type: "heart_rate", value: 60 + (at % 90), unit: "bpm", device: "strap"
    )
  end
end

# Sends points over one connection, each body after the answer to the last.
def upload(url, token, count)
  start = clock
  Lockstep::Client.open(url, access_token: token) do |lockstep|
    0.step(Integer(count) - 1, BODY_POINTS) do |first|
      lockstep.fitness.upload_points(data: points(first), encryption_mode: "Basic")
    end
  end
  used(clock - start)
end

# Makes the columns of a series and sends them over one connection, each body after the answer to the last.
def series_upload(url, token, count)
  start = clock
  Lockstep::Client.open(url, access_token: token) do |lockstep|
    (0...Integer(count)).each_slice(ARROW_POINTS) { |rows| lockstep.fitness.upload_points_content(series(rows)) }
  end
  used(clock - start)
end

def series(rows)
  first = START.to_i * 1000
  Lockstep.arrow_series(
    type: "heart_rate", unit: "bpm", device: "strap",
    timestamps: rows.map { |nth| first + (1000 * nth) }, values: rows.map { |nth| 60 + (nth % 90) }
  )
end

# Returns this time, and the processor time and the largest memory of the process.
def used(seconds)
  times = Process.times
  { seconds: seconds, cpuSeconds: times.utime + times.stime, peakMiB: peak_mib }
end

# Returns median milliseconds, with keys that exist.
def proof
  handler = nil
  load = timed { handler = Lockstep::Crypto::ZkHandler.new }
  prove = -> { handler.generate_range_proof(61, min: 40, max: 200) }
  made = prove.call
  key = handler.verification_key(made.vk_digest)
  proofs = Array.new(ROUNDS) { timed(&prove) }
  verifications = Array.new(ROUNDS) { timed { made.verify(key) } }
  { load: load, proof: median(proofs), verify: median(verifications) }
end

task, *words = ARGV
figures =
  case [task, words.size]
  when ["upload", 3] then upload(*words)
  when ["series-upload", 3] then series_upload(*words)
  when ["proof", 0] then proof
  else abort "the arguments are: upload URL TOKEN POINTS, series-upload URL TOKEN POINTS, or proof"
  end
puts JSON.generate(figures)
