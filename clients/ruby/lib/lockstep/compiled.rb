# frozen_string_literal: true

module Lockstep
  # Methods that are compiled for one model when they are first needed: its constructor and its writer of JSON.
  #
  # A method whose text names the fields is several times faster than a loop over them, and points are sent by the million. The
  # text has the names of attributes and of JSON, and no value.
  module Compiled
    # How a value of a kind is recognized without a call; `Kinds.check` decides about all others.
    CLASSES = {
      text: %w[String], integer: %w[Integer], number: %w[Integer Float], boolean: %w[TrueClass FalseClass], time: %w[Time],
      date: %w[Date]
    }.freeze
    private_constant :CLASSES

    class << self
      # Returns the text of a model's `new`, which takes its fields as keywords.
      def constructor(model)
        fields = model.fields.values
        given, optional = fields.partition { |field| given?(field) }
        <<~RUBY
          def new(#{fields.map { |field| parameter(field) }.join(', ')})
            #{given.map { |field| check(field) }.join("\n")}
            __values = { #{given.map { |field| "#{field.name}: #{field.name}" }.join(', ')} }
            #{optional.map { |field| add(field) }.join("\n")}
            allocate().__send__(:fill, __values, NO_FIELDS)
          end
        RUBY
      end

      # Returns the text of a model's `write_json(objects, texts, written)`, which appends the JSON of the objects to `written`,
      # separated by commas. `texts` are the JSON of values that were written already. An object with more or fewer fields than
      # every object has is written by `sent`.
      def writer(model)
        fields = model.fields.values.select { |field| given?(field) && !field.is_read_only }
        conditions = fields.map { |field| " && (#{field.name} = __values[:#{field.name}])" }
        members = fields.map { |field| "#{JSON.generate(field.json).dump[1..-2]}:\#{#{value(field)}}" }
        <<~RUBY
          def write_json(__objects, __texts, __written)
            __comma = ""
            __objects.each do |__object|
              __values = __object.deconstruct_keys(nil)
              if __values.size == #{fields.size} && __object.unknown_fields.empty?#{conditions.join}
                __written << "\#{__comma}{#{members.join(',')}}"
              else
                __written << __comma << JSON.generate(__object.sent)
              end
              __comma = ","
            end
          end
        RUBY
      end

      private

      # Whether every object has the field.
      def given?(field)
        field.is_required || field.constant
      end

      def parameter(field)
        if field.constant then "#{field.name}: fields[:#{field.name}].constant"
        else
          field.is_required ? "#{field.name}:" : "#{field.name}: UNSET"
        end
      end

      def check(field)
        classes = field.kind.is_a?(Symbol) ? CLASSES.fetch(field.kind, []) : []
        known = classes.map { |name| "#{name} === #{field.name} || " }
        "#{known.join}check_value(:#{field.name}, #{field.name})"
      end

      def add(field)
        <<~RUBY
          unless UNSET.equal?(#{field.name})
            #{check(field)}
            __values[:#{field.name}] = #{field.name}
          end
        RUBY
      end

      def value(field)
        name = field.name
        other = "Values.value_in_json(#{name}, __texts)"
        case field.kind
        when :text then "__texts[#{name}]"
        when :integer, :number then "Integer === #{name} ? #{name} : #{other}"
        when :time then "Time === #{name} ? Values.time_in_json(#{name}) : #{other}"
        else other
        end
      end
    end
  end
  private_constant :Compiled
end
