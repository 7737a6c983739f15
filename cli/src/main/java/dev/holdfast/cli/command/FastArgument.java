package dev.holdfast.cli.command;

import dev.holdfast.cli.options.DurationConverter;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** An option, or the arguments that are no options, and the field that takes its values. Equal only to itself. */
final class FastArgument {
    /** The value of a flag that was written. */
    static final String SET = "true";

    /** The type of its values. */
    enum ValueType {
        FLAG,
        TEXT,
        TEXTS,
        INT,
        LONG,
        DURATION
    }

    private final String name;
    private final ValueType kind;
    private final boolean required;
    private final String owner;
    private final String mixin;
    private final String type;
    private final String field;

    /**
     * @param name as it is written, several separated by commas; empty for what is no option
     * @param owner the class that has the mixin
     * @param mixin the owner's field with the object that has the field; empty if the command itself has it
     * @param type the class that has the field
     */
    FastArgument(String name, ValueType kind, boolean required, String owner, String mixin, String type, String field) {
        this.name = name;
        this.kind = kind;
        this.required = required;
        this.owner = owner;
        this.mixin = mixin;
        this.type = type;
        this.field = field;
    }

    /** Returns all its names. */
    List<String> names() {
        return List.of(name.split(",", -1));
    }

    boolean required() {
        return required;
    }

    boolean takesValue() {
        return kind != ValueType.FLAG;
    }

    /** Adds a value to those that were read; whether it is one, and the first if there may be but one. */
    boolean add(String value, Map<FastArgument, Object> values) {
        if (kind == ValueType.TEXTS) {
            return addAll(List.of(value), values);
        }
        try {
            return values.put(this, parsed(value)) == null;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    boolean addAll(List<String> texts, Map<FastArgument, Object> values) {
        if (kind != ValueType.TEXTS) {
            return texts.size() == 1 && add(texts.get(0), values);
        }
        List<Object> all = new ArrayList<>();
        if (values.get(this) instanceof List<?> before) {
            all.addAll(before);
        }
        all.addAll(texts);
        values.put(this, all);
        return true;
    }

    private Object parsed(String value) {
        return switch (kind) {
            case FLAG -> true;
            case INT -> Integer.valueOf(value);
            case LONG -> Long.valueOf(value);
            case DURATION -> DurationConverter.read(value);
            case TEXT, TEXTS -> value;
        };
    }

    void set(HoldfastCommand command, Object value) throws ReflectiveOperationException {
        Object scope = mixin.isEmpty() ? command : field(owner, mixin).get(command);
        field(type, field).set(scope, value);
    }

    private static Field field(String type, String name) throws ReflectiveOperationException {
        Field field = Class.forName(type).getDeclaredField(name);
        field.setAccessible(true);
        return field;
    }
}
