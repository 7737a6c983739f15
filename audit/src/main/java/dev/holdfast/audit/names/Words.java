package dev.holdfast.audit.names;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** Splits names into words: {@code lockedBy} and {@code LOCKED_BY} are both <em>locked by</em>. */
public final class Words {
    private static final Pattern BOUNDARY =
            Pattern.compile("[^\\p{L}\\p{N}]+|(?<=[\\p{Ll}\\p{N}])(?=\\p{Lu})|(?<=\\p{Lu})(?=\\p{Lu}\\p{Ll})");

    private Words() {}

    /** Returns the words of a list, between which are blanks or ends of lines. */
    public static Set<String> set(String list) {
        return Set.of(list.split("\\s+", -1));
    }

    /** Returns the words of a name in lower case, in their order. */
    public static List<String> of(String name) {
        List<String> words = new ArrayList<>();
        for (String word : BOUNDARY.split(name, -1)) {
            if (!word.isEmpty()) {
                words.add(word.toLowerCase(Locale.ROOT));
            }
        }
        return words;
    }

    /** Returns whether one of these is among the words of the name. */
    public static boolean has(String name, Collection<String> any) {
        for (String word : of(name)) {
            if (any.contains(word)) {
                return true;
            }
        }
        return false;
    }

    public static boolean has(String name, String... any) {
        return has(name, Arrays.asList(any));
    }

    /** Returns whether the name begins with one of these words. */
    public static boolean begins(String name, Collection<String> any) {
        List<String> words = of(name);
        return !words.isEmpty() && any.contains(words.get(0));
    }

    /** Returns one key for all names of a thing, such as {@code Policy}, {@code policies} and {@code "T_POLICY"}. */
    public static String key(String name) {
        String last = name.substring(name.lastIndexOf('.') + 1);
        List<String> words = new ArrayList<>(of(last));
        if (words.size() > 1 && (words.get(0).equals("t") || words.get(0).equals("tbl"))) {
            words.remove(0);
        }
        return singular(String.join("", words));
    }

    private static String singular(String word) {
        if (word.endsWith("ies") && word.length() > 4) {
            return word.substring(0, word.length() - 3) + "y";
        } else if (word.endsWith("sses") || word.endsWith("xes") || word.endsWith("ches")) {
            return word.substring(0, word.length() - 2);
        } else if (word.endsWith("s") && !word.endsWith("ss") && word.length() > 3) {
            return word.substring(0, word.length() - 1);
        }
        return word;
    }
}
