# frozen_string_literal: true

# Compiles every file of the gem with warnings, and fails if there is one.

Dir.chdir(File.expand_path("..", __dir__))
files = Dir["{bench,lib,test,tasks}/**/*.rb", "lockstep.gemspec"]
$VERBOSE = true
warnings = []
Warning.singleton_class.prepend(Module.new { define_method(:warn) { |text, **| warnings << text } })
files.each do |file|
  RubyVM::InstructionSequence.compile_file(file)
rescue SyntaxError => e
  warnings << e.message
end
abort warnings.join unless warnings.empty?
puts "#{files.size} files without a warning"
