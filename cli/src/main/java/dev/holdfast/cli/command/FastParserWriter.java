package dev.holdfast.cli.command;

import dev.holdfast.cli.command.Commands.CommandEntry;
import dev.holdfast.cli.command.FastArgument.ValueType;
import dev.holdfast.cli.options.DurationConverter;
import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** Writes the fast parser of every command that has nothing but options and arguments. Part of the build. */
final class FastParserWriter {
    private FastParserWriter() {}

    /** Writes sources into the folder of the second argument, and classes into that of the first. */
    public static void main(String[] arguments) throws IOException {
        List<String> options = new ArrayList<>(List.of("--release", "17", "-cp", arguments[0], "-d", arguments[0]));
        for (CommandEntry entry : Commands.all()) {
            HoldfastCommand command = entry.create();
            String source = source(command);
            if (source != null) {
                Path file = Path.of(arguments[1], command.getClass().getSimpleName() + "Parser.java");
                Files.createDirectories(file.toAbsolutePath().getParent());
                options.add(Files.writeString(file, source).toString());
            }
        }
        int failed = ToolProvider.getSystemJavaCompiler().run(null, null, null, options.toArray(String[]::new));
        if (failed != 0) {
            throw new IllegalStateException("The parsers could not be compiled.");
        }
    }

    /** Returns the source of the parser, or null if the command always needs picocli. */
    static @Nullable String source(HoldfastCommand command) {
        CommandSpec spec = new CommandLine(command).getCommandSpec();
        List<PositionalParamSpec> places = spec.positionalParameters();
        if (!spec.argGroups().isEmpty() || !spec.subcommands().isEmpty() || places.size() > 1) {
            return null;
        }
        String words = "null";
        if (!places.isEmpty()) {
            ValueType kind = kind(places.get(0));
            if (kind != ValueType.TEXT && kind != ValueType.TEXTS) {
                return null;
            }
            words = argument("", kind, places.get(0), command);
        }
        StringBuilder options = new StringBuilder();
        for (OptionSpec option : spec.options()) {
            ValueType kind = kind(option);
            if (kind == null && option.required()) {
                return null;
            }
            if (kind != null && !option.usageHelp()) {
                String names = String.join(",", option.names());
                options.append(",\n            ").append(argument(names, kind, option, command));
            }
        }
        String name = command.getClass().getSimpleName() + "Parser";
        return """
            package %s;

            final class %s extends FastParser {
                %s() {
                    super(%s%s);
                }
            }
            """.formatted(command.getClass().getPackageName(), name, name, words, options);
    }

    /** Returns the type of the values, or null if they need picocli. */
    private static @Nullable ValueType kind(ArgSpec argument) {
        Class<?> type = argument.type();
        boolean isConverted = argument.converters().length > 0;
        boolean isPlain =
                argument.splitRegex().isEmpty() && !argument.interactive() && argument.parameterConsumer() == null;
        if (!isPlain) {
            return null;
        } else if (type == Duration.class && isConverted && argument.converters()[0] instanceof DurationConverter) {
            return ValueType.DURATION;
        } else if (isConverted) {
            return null;
        } else if (type == boolean.class) {
            return argument.arity().max() == 0 ? ValueType.FLAG : null;
        } else if (type == List.class) {
            return argument.auxiliaryTypes()[0] == String.class ? ValueType.TEXTS : null;
        } else if (argument.arity().max() != 1) {
            return null;
        }
        return type == String.class
                ? ValueType.TEXT
                : type == int.class ? ValueType.INT : type == Long.class ? ValueType.LONG : null;
    }

    private static String argument(String name, ValueType kind, ArgSpec argument, HoldfastCommand command) {
        Field field = (Field) argument.userObject();
        Field mixin = mixin(field, command);
        return "new FastArgument(\"%s\", FastArgument.ValueType.%s, %s, \"%s\", \"%s\", \"%s\", \"%s\")"
                .formatted(
                        name,
                        kind,
                        argument.required(),
                        mixin == null ? "" : mixin.getDeclaringClass().getName(),
                        mixin == null ? "" : mixin.getName(),
                        field.getDeclaringClass().getName(),
                        field.getName());
    }

    /** Returns the field of the command that has the object with that field; null if the command has the field itself. */
    private static @Nullable Field mixin(Field field, HoldfastCommand command) {
        for (Class<?> at = command.getClass(); at != null; at = at.getSuperclass()) {
            if (at == field.getDeclaringClass()) {
                return null;
            }
            for (Field each : at.getDeclaredFields()) {
                if (each.isAnnotationPresent(Mixin.class) && each.getType() == field.getDeclaringClass()) {
                    return each;
                }
            }
        }
        throw new IllegalStateException("No field of " + command.getClass() + " has the object of " + field + ".");
    }
}
