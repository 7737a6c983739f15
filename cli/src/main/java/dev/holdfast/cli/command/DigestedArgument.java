package dev.holdfast.cli.command;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/**
 * An option, or an argument by its place.
 *
 * @param names of an option; none for an argument
 * @param place of an argument, as picocli writes it
 * @param types what its values are: first the field's own type, then those of its elements
 * @param defaults its default, if it has one
 * @param converters the classes that read its values, if they are not picocli's own
 * @param mixin the class and the field of the command that the field's object is in; none if it is the command's own
 * @param field its class and name
 */
record DigestedArgument(
        List<String> names,
        String place,
        String arity,
        String label,
        List<String> description,
        List<String> types,
        List<String> defaults,
        List<String> converters,
        List<String> mixin,
        List<String> field,
        boolean required,
        boolean hidden,
        boolean help) {

    ArgSpec model(HoldfastCommand command) throws ReflectiveOperationException {
        Object scope = command;
        if (!mixin.isEmpty()) {
            scope = FieldBinding.of(mixin.get(0), mixin.get(1), command).get();
        }
        FieldBinding binding = FieldBinding.of(field.get(0), field.get(1), scope);
        Class<?>[] classes = new Class<?>[types.size()];
        for (int i = 0; i < classes.length; i++) {
            classes[i] = type(types.get(i));
        }
        ITypeConverter<?>[] readers = new ITypeConverter<?>[converters.size()];
        for (int i = 0; i < readers.length; i++) {
            readers[i] = (ITypeConverter<?>)
                    type(converters.get(i)).getDeclaredConstructor().newInstance();
        }
        return names.isEmpty() ? argument(binding, classes, readers) : option(binding, classes, readers);
    }

    // picocli's two builders have no common type that others may name.

    private ArgSpec option(FieldBinding binding, Class<?>[] classes, ITypeConverter<?>[] readers)
            throws IllegalAccessException {
        OptionSpec.Builder builder = OptionSpec.builder(names.toArray(new String[0]))
                .usageHelp(help)
                .type(classes[0])
                .auxiliaryTypes(elements(classes))
                .arity(arity)
                .paramLabel(label)
                .description(description.toArray(new String[0]))
                .converters(readers)
                .required(required)
                .hidden(hidden)
                .initialValue(binding.get())
                .getter(binding)
                .setter(binding);
        return (defaults.isEmpty() ? builder : builder.defaultValue(defaults.get(0))).build();
    }

    private ArgSpec argument(FieldBinding binding, Class<?>[] classes, ITypeConverter<?>[] readers)
            throws IllegalAccessException {
        PositionalParamSpec.Builder builder = PositionalParamSpec.builder()
                .index(place)
                .type(classes[0])
                .auxiliaryTypes(elements(classes))
                .arity(arity)
                .paramLabel(label)
                .description(description.toArray(new String[0]))
                .converters(readers)
                .required(required)
                .hidden(hidden)
                .initialValue(binding.get())
                .getter(binding)
                .setter(binding);
        return (defaults.isEmpty() ? builder : builder.defaultValue(defaults.get(0))).build();
    }

    private static Class<?>[] elements(Class<?>[] classes) {
        return Arrays.copyOfRange(classes, 1, classes.length);
    }

    private static Class<?> type(String name) throws ClassNotFoundException {
        return switch (name) {
            case "boolean" -> boolean.class;
            case "int" -> int.class;
            case "long" -> long.class;
            default -> Class.forName(name);
        };
    }

    void write(DataOutputStream out) throws IOException {
        for (List<String> texts : List.of(names, description, types, defaults, converters, mixin, field)) {
            Digest.writeAll(texts, out);
        }
        for (String text : List.of(place, arity, label)) {
            out.writeUTF(text);
        }
        for (boolean flag : new boolean[] {required, hidden, help}) {
            out.writeBoolean(flag);
        }
    }

    static DigestedArgument read(DataInputStream in) throws IOException {
        List<String> names = Digest.readAll(in);
        List<String> description = Digest.readAll(in);
        List<String> types = Digest.readAll(in);
        List<String> defaults = Digest.readAll(in);
        List<String> converters = Digest.readAll(in);
        List<String> mixin = Digest.readAll(in);
        List<String> field = Digest.readAll(in);
        String place = in.readUTF();
        String arity = in.readUTF();
        String label = in.readUTF();
        return new DigestedArgument(
                names,
                place,
                arity,
                label,
                description,
                types,
                defaults,
                converters,
                mixin,
                field,
                in.readBoolean(),
                in.readBoolean(),
                in.readBoolean());
    }
}
