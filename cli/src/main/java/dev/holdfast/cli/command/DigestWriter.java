package dev.holdfast.cli.command;

import dev.holdfast.cli.command.Commands.Known;
import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** Writes the digest of every command that has nothing but options and arguments. Part of the build. */
final class DigestWriter {
    private DigestWriter() {}

    /** Into the folder of the classes that the first argument names. */
    public static void main(String[] arguments) throws Exception {
        Path folder = Path.of(arguments[0], "dev", "holdfast", "cli", "command");
        for (Known known : Commands.all()) {
            Optional<Digest> digest = of(known.create());
            Path file = folder.resolve(known.name() + ".digest");
            Files.deleteIfExists(file);
            if (digest.isPresent()) {
                try (DataOutputStream out = new DataOutputStream(Files.newOutputStream(file))) {
                    digest.get().write(out);
                }
            }
        }
    }

    /** Empty if its annotations say more than a digest can. */
    static Optional<Digest> of(HoldfastCommand command) throws IOException, IllegalAccessException {
        CommandSpec spec = new CommandLine(command).getCommandSpec();
        if (!spec.argGroups().isEmpty()
                || !spec.subcommands().isEmpty()
                || !spec.specElements().isEmpty()) {
            return Optional.empty();
        }
        List<DigestedArgument> arguments = new ArrayList<>();
        for (ArgSpec argument : spec.args()) {
            arguments.add(of(argument, command));
        }
        return Optional.of(new Digest(
                List.of(spec.usageMessage().customSynopsis()),
                List.of(spec.usageMessage().description()),
                List.of(spec.usageMessage().footer()),
                arguments));
    }

    private static DigestedArgument of(ArgSpec argument, HoldfastCommand command) throws IllegalAccessException {
        Field field = (Field) argument.userObject();
        return new DigestedArgument(
                argument instanceof OptionSpec option ? List.of(option.names()) : List.of(),
                argument instanceof PositionalParamSpec place ? place.index().toString() : "",
                argument.arity().toString(),
                argument.paramLabel(),
                List.of(argument.description()),
                names(Stream.concat(Stream.of(argument.type()), Arrays.stream(argument.auxiliaryTypes()))),
                argument.defaultValue() == null ? List.of() : List.of(argument.defaultValue()),
                names(Arrays.stream(argument.converters()).map(Object::getClass)),
                mixin(field, command),
                List.of(field.getDeclaringClass().getName(), field.getName()),
                argument.required(),
                argument.hidden(),
                argument instanceof OptionSpec option && option.usageHelp());
    }

    private static List<String> names(Stream<Class<?>> types) {
        return types.map(Class::getName).toList();
    }

    /** Which field of the command holds the object whose field it is. */
    private static List<String> mixin(Field field, HoldfastCommand command) throws IllegalAccessException {
        for (Class<?> at = command.getClass(); at != null; at = at.getSuperclass()) {
            if (at == field.getDeclaringClass()) {
                return List.of();
            }
            for (Field each : at.getDeclaredFields()) {
                if (each.isAnnotationPresent(Mixin.class) && each.getType() == field.getDeclaringClass()) {
                    return List.of(at.getName(), each.getName());
                }
            }
        }
        throw new IllegalStateException("No field of " + command.getClass() + " has the object of " + field + ".");
    }
}
