# frozen_string_literal: true

# Runs the example of the read-me with the installed gem, and compares what it prints.

begun = Process.clock_gettime(Process::CLOCK_PROCESS_CPUTIME_ID)
require "lockstep"
Lockstep::Models
seconds = Process.clock_gettime(Process::CLOCK_PROCESS_CPUTIME_ID) - begun
loaded = $LOADED_FEATURES.find { |path| path.end_with?("/lib/lockstep.rb") }
raise "#{loaded} is not the installed gem" unless File.realpath(loaded).start_with?(File.realpath(ENV.fetch("GEM_HOME")))

require "stringio"

text = File.read(ENV.fetch("LOCKSTEP_README"), encoding: "UTF-8")
code, expected = %w[ruby text].map { |kind| text[/^```#{kind}\n(.*?)^```/m, 1] }
scope = Object.new.instance_eval { binding }
$stdout = StringIO.new
begin
  eval(code, scope, "README.md")
  printed = $stdout.string
ensure
  $stdout = STDOUT
end
raise "the example printed #{printed}" unless printed == expected
raise "the gem has no native library" unless Lockstep::Crypto.available?

folder = File.expand_path("../..", loaded)
%w[LICENSE-APACHE LICENSE-MIT].each do |name|
  published = File.join(folder, name)
  raise "the gem has no #{name}" unless File.exist?(published)
  raise "#{name} of the gem is not that of the repository" unless File.read(published) == File.read(
    File.expand_path("../../../#{name}", ENV.fetch("LOCKSTEP_README"))
  )
end

puts format(
  "the gem %<version>s runs the example of its read-me; loading it takes %<time>.0f ms of CPU",
  version: Lockstep::VERSION, time: seconds * 1000
)
