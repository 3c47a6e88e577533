# frozen_string_literal: true

# Builds the gem into a folder: `ruby tasks/build.rb FOLDER`. If LOCKSTEP_FFI_LIBRARY names the native library, the gem contains
# it, and is for the platform of this machine.

require "fileutils"
require "rubygems/package"
require "tmpdir"

target = File.expand_path(ARGV.fetch(0))
library = ENV.fetch("LOCKSTEP_FFI_LIBRARY", "")
FileUtils.mkdir_p(target)
Dir.mktmpdir do |stage|
  root = File.expand_path("..", __dir__)
  FileUtils.cp_r(%w[lib sig README.md lockstep.gemspec].map { |name| File.join(root, name) }, stage)
  FileUtils.cp(Dir[File.join(root, "../../LICENSE-*")], stage)
  FileUtils.cp(library, File.join(stage, "lib/lockstep/crypto")) unless library.empty?
  Dir.chdir(stage) do
    specification = Gem::Specification.load("lockstep.gemspec") or abort "lockstep.gemspec cannot be read"
    specification.platform = Gem::Platform.local unless library.empty?
    built = Gem::Package.build(specification)
    FileUtils.mv(built, target)
    puts File.join(target, built)
  end
end
