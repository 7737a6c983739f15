package dev.holdfast.it.english;

import static dev.holdfast.it.english.Passage.Kind.METHOD_COMMENT;
import static dev.holdfast.it.english.Passage.Kind.STRING;
import static dev.holdfast.it.english.Passage.Kind.TYPE_COMMENT;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Words that are not written here, and what to write instead.
 *
 * @param where the places that the rule is about
 * @param words the words, as they occur in a passage
 * @param instead advice to the author
 */
record EnglishRule(Set<Passage.Kind> where, Pattern words, String instead) {
    private static final Set<Passage.Kind> EVERYWHERE = EnumSet.allOf(Passage.Kind.class);

    /** The rules about words. The rule about long sentences is {@link LongSentences}. */
    static final List<EnglishRule> ALL = List.of(
            everywhere("\\bwh(?:o|om|ich)ever\\b", "name the thing: the caller, the holder, the waiter, the client"),
            everywhere(
                    "\\b(?:some|no|any|every)body(?:'s|’s)?\\b",
                    "name the person or part: the user, another holder, no caller, all clients"),
            everywhere("\\bthat which\\b", "name the thing"),
            everywhere("\\bg(?:ive|ives|ave|iven|iving)\\s+(?:\\w+\\s+){0,3}back\\b", "release, or return"),
            everywhere("\\bsigns?\\s+of\\s+life\\b", "heartbeat"),
            everywhere("\\b(?:hangs?|hung)\\s+on\\b", "depends on"),
            everywhere("\\banew\\b", "again"),
            everywhere("\\b(?<!more than one |all )at\\s+once\\b", "immediately, in one step, or at the same time"),
            everywhere(
                    "\\b(?:is|are)\\s+(?:held|locked|taken|used)\\s+(?:by\\b[^.;:!?]{0,80}\\s)?since\\b",
                    "has been held by … since …"),
            new EnglishRule(
                    EnumSet.of(STRING),
                    Pattern.compile("(?<=\\w )PT\\d+[HMS]\\w*|\\bPT\\d+[HMS]\\w*(?= \\w)"),
                    "a duration for people: 2 minutes"),
            new EnglishRule(
                    EnumSet.of(METHOD_COMMENT),
                    Pattern.compile("\\A\\s*(?:What|Whether|Who|Whose|How|Where|The same)\\b"),
                    "begin with a verb: Returns, Acquires, Throws"),
            new EnglishRule(
                    EnumSet.of(TYPE_COMMENT),
                    Pattern.compile("\\A\\s*(?:What|Whether|Who|Whose|How|Where|The same)\\b"),
                    "begin with a noun: the name of the thing"));

    private static EnglishRule everywhere(String words, String instead) {
        return new EnglishRule(EVERYWHERE, Pattern.compile(words, Pattern.CASE_INSENSITIVE), instead);
    }

    boolean isAbout(Passage passage) {
        return where.contains(passage.kind());
    }
}
