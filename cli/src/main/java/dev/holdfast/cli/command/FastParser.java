package dev.holdfast.cli.command;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A parser for plain arguments, without picocli. The build generates a subclass from the annotations of each command,
 * {@code NameCommandParser}, in the package of the command. Reading the annotations with picocli takes longer than most commands
 * work, and so does reading a resource from the jar.
 */
abstract class FastParser {
    private final Map<String, FastArgument> options = new LinkedHashMap<>();
    private final @Nullable FastArgument words;

    /** @param words takes the arguments that are no options; null if the command has none */
    FastParser(@Nullable FastArgument words, FastArgument... options) {
        this.words = words;
        for (FastArgument option : options) {
            option.names().forEach(name -> this.options.put(name, option));
        }
    }

    /** Returns whether the command could be filled. If not, it is unchanged, and picocli parses the arguments. */
    static boolean fills(HoldfastCommand command, List<String> written) {
        try {
            Class<?> type = Class.forName(command.getClass().getName() + "Parser");
            FastParser parser =
                    type.asSubclass(FastParser.class).getDeclaredConstructor().newInstance();
            return parser.fill(command, written);
        } catch (ClassNotFoundException e) {
            return false;
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("The parser of " + command.getClass() + " does not fit it.", e);
        }
    }

    private boolean fill(HoldfastCommand command, List<String> written) throws ReflectiveOperationException {
        Map<FastArgument, Object> values = new LinkedHashMap<>();
        return read(written, values) && isEnough(values) && set(command, values);
    }

    /** Reads the arguments. Returns false if one is not plain: an unknown option, a missing value, an unexpected word. */
    private boolean read(List<String> written, Map<FastArgument, Object> values) {
        for (int i = 0; i < written.size(); i++) {
            String word = written.get(i);
            if (word.equals("--")) {
                List<String> rest = written.subList(i + 1, written.size());
                return rest.isEmpty() || (words != null && words.addAll(rest, values));
            }
            FastArgument argument = words;
            String value = word;
            if (word.startsWith("-")) {
                int equals = word.indexOf('=');
                argument = options.get(equals < 0 ? word : word.substring(0, equals));
                if (argument == null || (equals >= 0 && !argument.takesValue())) {
                    return false;
                } else if (equals >= 0) {
                    value = word.substring(equals + 1);
                } else if (argument.takesValue()) {
                    value = ++i < written.size() ? written.get(i) : "";
                } else {
                    value = FastArgument.SET;
                }
            }
            if (argument == null || !isPlain(value) || !argument.add(value, values)) {
                return false;
            }
        }
        return true;
    }

    /** Returns whether the value is not one that picocli treats as an argument file or an option. */
    private static boolean isPlain(String value) {
        return !value.isEmpty() && value.charAt(0) != '@' && value.charAt(0) != '-';
    }

    private boolean isEnough(Map<FastArgument, Object> values) {
        List<FastArgument> all = new ArrayList<>(options.values());
        if (words != null) {
            all.add(words);
        }
        for (FastArgument argument : all) {
            if (argument.required() && !values.containsKey(argument)) {
                return false;
            }
        }
        return true;
    }

    private static boolean set(HoldfastCommand command, Map<FastArgument, Object> values)
            throws ReflectiveOperationException {
        for (Map.Entry<FastArgument, Object> value : values.entrySet()) {
            value.getKey().set(command, value.getValue());
        }
        return true;
    }
}
