package dev.holdfast.it.english;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The rule that a page has no long sentences. The aim is 25 words; some sentences need a few more. */
final class LongSentences {
    static final int MAX_WORDS = 30;
    private static final Pattern END = Pattern.compile("(?<=[.!?])[*_)\"”]*\\s+(?=[\\p{Lu}*_(\\[\"“])");
    /** A word that is not code: a list of names in code is easy to read. */
    private static final Pattern WORD = Pattern.compile("\\b(?!CODE\\b)[\\p{L}\\p{N}][\\p{L}\\p{N}'’,./&:%-]*");

    private LongSentences() {}

    /** Returns the sentences that are too long, as their first words. */
    static List<String> in(Passage passage) {
        List<String> found = new ArrayList<>();
        if (passage.kind() == Passage.Kind.PARAGRAPH) {
            for (String sentence : END.split(passage.text(), -1)) {
                int words = words(sentence);
                if (words > MAX_WORDS) {
                    found.add("a sentence of " + words + " words, \"" + first(sentence) + "\"");
                }
            }
        }
        return found;
    }

    private static int words(String sentence) {
        return (int) WORD.matcher(sentence).results().count();
    }

    private static String first(String sentence) {
        Matcher words = Pattern.compile("^\\W*(\\S+\\s+){0,4}\\S+").matcher(sentence);
        return words.find() ? words.group() + " …" : sentence;
    }
}
