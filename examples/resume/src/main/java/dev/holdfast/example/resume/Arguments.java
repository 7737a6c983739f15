package dev.holdfast.example.resume;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The words of a call: what stands by itself, and options, which may stand anywhere. */
final class Arguments {
    private static final Set<String> WITH_VALUE = Set.of("--storage", "--id", "--every", "--pace");
    private static final Set<String> WITHOUT_VALUE = Set.of("--force", "--help");

    private final List<String> words = new ArrayList<>();
    private final Map<String, String> options = new HashMap<>();

    private Arguments() {}

    static Arguments of(String... arguments) throws ToolException {
        Arguments read = new Arguments();
        for (int i = 0; i < arguments.length; i++) {
            String word = arguments[i].equals("-h") ? "--help" : arguments[i];
            if (WITHOUT_VALUE.contains(word)) {
                read.options.put(word, "");
            } else if (WITH_VALUE.contains(word)) {
                if (++i == arguments.length) {
                    throw ToolException.usage("The option " + word + " needs a value.");
                }
                read.options.put(word, arguments[i]);
            } else if (word.startsWith("-")) {
                throw ToolException.usage("There is no option " + word + ".");
            } else {
                read.words.add(word);
            }
        }
        return read;
    }

    boolean has(String option) {
        return options.containsKey(option);
    }

    @Nullable
    String value(String option) {
        return options.get(option);
    }

    /** Returns a whole number from {@code least} on. */
    int number(String option, int least, int usual) throws ToolException {
        String text = options.get(option);
        if (text == null) {
            return usual;
        }
        if (text.matches("\\d{1,9}") && Integer.parseInt(text) >= least) {
            return Integer.parseInt(text);
        }
        throw ToolException.usage(
                "The option " + option + " needs a whole number from " + least + " on, not '" + text + "'.");
    }

    /** Returns the words; throws if there are too few or too many, with {@code missing} as the usage. */
    List<String> words(int least, int most, String missing) throws ToolException {
        if (words.size() < least || words.size() > most) {
            throw ToolException.usage("Write: resume-tool " + missing);
        }
        return words;
    }

    String command() {
        return words.isEmpty() ? "" : words.get(0);
    }
}
