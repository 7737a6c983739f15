package dev.holdfast.cli.command;

import java.lang.reflect.Field;
import picocli.CommandLine.Model.IGetter;
import picocli.CommandLine.Model.ISetter;

/** A field that picocli fills from an option or argument. */
final class FieldBinding implements IGetter, ISetter {
    private final Field field;
    private final Object scope;

    FieldBinding(Field field, Object scope) {
        this.field = field;
        this.scope = scope;
        field.setAccessible(true);
    }

    static FieldBinding of(String type, String name, Object scope) throws ReflectiveOperationException {
        return new FieldBinding(Class.forName(type).getDeclaredField(name), scope);
    }

    @Override
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // as picocli declares it
    public <T> T get() throws IllegalAccessException {
        return (T) field.get(scope);
    }

    @Override
    public <T> T set(T value) throws IllegalAccessException {
        T before = get();
        field.set(scope, value);
        return before;
    }
}
