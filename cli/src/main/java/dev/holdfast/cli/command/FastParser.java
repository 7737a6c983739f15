package dev.holdfast.cli.command;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the annotations of a command say about plain words, written down as a class when Holdfast is built: to have picocli read
 * the annotations takes longer than most commands work, and so does opening the jar for a file. Beside the class of each
 * command lies one, {@code NameCommandParser}.
 */
abstract class FastParser {
    private final Map<String, FastArgument> options = new LinkedHashMap<>();
    private final @Nullable FastArgument words;

    /** @param words what takes the arguments that are no options, or null if nothing does */
    FastParser(@Nullable FastArgument words, FastArgument... options) {
        this.words = words;
        for (FastArgument option : options) {
            this.options.put(option.name(), option);
        }
    }

    /** Whether the command could be filled from what was written; if not, it is as it was, and picocli knows more. */
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

    /** Whether all of it is plain: options that are known, with a value where they need one, and other words. */
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

    /** Not one that picocli would take for the name of a file with more of them, or for an option. */
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
