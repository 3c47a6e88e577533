# frozen_string_literal: true

require "stringio"
require "test_helper"

begin
  require "rbs"
rescue LoadError
  nil # The tests are skipped.
end

# The signatures in `sig`: their types exist, and every method has the parameters that its signature says.
class SignaturesTest < LockstepTest
  FOLDER = Pathname(File.expand_path("../sig", __dir__))

  def setup
    skip "rbs is not installed" unless defined?(RBS::EnvironmentLoader)
  end

  class << self
    # Returns the signatures, read once.
    def builder
      @builder ||= begin
        loader = RBS::EnvironmentLoader.new
        loader.add(path: FOLDER)
        %w[date pathname].each { |library| loader.add(library: library, version: nil) }
        RBS::DefinitionBuilder.new(env: RBS::Environment.from_loader(loader).resolve_type_names)
      end
    end
  end

  def builder
    self.class.builder
  end

  # Returns the names of the classes and modules of `sig`.
  def names(builder)
    builder.env.class_decls.keys.select { |name| name.to_s.start_with?("::Lockstep::") }
  end

  def constant(name)
    name.to_s.delete_prefix("::").split("::").reduce(Object) { |scope, one| scope.const_get(one) }
  end

  def test_every_type_of_a_signature_exists
    require "rbs/cli"
    words = %W[-r date -r pathname -I #{FOLDER} validate --silent]
    RBS::CLI.new(stdout: StringIO.new, stderr: StringIO.new).run(words)
  end

  def test_every_signature_fits_its_method
    found = builder
    all = names(found)
    assert_operator all.size, :>, 400
    checked = all.sum do |name|
      type = constant(name)
      instance = found.build_instance(name)
      singleton = found.build_singleton(name)
      compare(type, instance.methods) { |method| type.instance_method(method) } +
        compare(type, singleton.methods) { |method| type.method(method) }
    end
    assert_operator checked, :>, 4000
  end

  # Compares the methods that the signatures of this library define; returns their number.
  def compare(type, methods)
    methods.count do |name, signature|
      next false unless signature.implemented_in.to_s.start_with?("::Lockstep")
      next true if name == :new || (name == :initialize && type < Lockstep::Model)

      method = yield name
      signature.method_types.each { |one| compare_parameters("#{type}.#{name}", method.parameters, one.type) }
    end
  end

  def compare_parameters(where, parameters, type)
    of = ->(*kinds) { parameters.filter_map { |kind, name| name if kinds.include?(kind) } }
    return if of.call(:rest).any? || type.rest_positionals

    assert_equal of.call(:req).size, type.required_positionals.size, where
    assert_equal of.call(:opt).size, type.optional_positionals.size, where
    assert_equal of.call(:keyreq).sort, type.required_keywords.keys.sort, where
    assert_equal of.call(:key).sort, type.optional_keywords.keys.sort, where
  end

  def test_models_take_the_keywords_of_their_signatures
    found = builder
    names(found).each do |name|
      type = constant(name)
      next unless type.is_a?(Class) && type < Lockstep::Model

      signature = found.build_instance(name).methods.fetch(:initialize).method_types.first.type
      next if signature.rest_keywords

      fields = type.fields.values
      required = fields.select(&:is_required).map(&:name)
      assert_equal required.sort, signature.required_keywords.keys.sort, name
      assert_equal (fields.map(&:name) - required).sort, signature.optional_keywords.keys.sort, name
    end
  end
end
