package dev.holdfast.it.english;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds the prose of a Java source: its comments and string literals. */
final class JavaProse {
    /** A comment, a text block, a string or a character, whichever begins first. */
    private static final Pattern TOKEN = Pattern.compile(
            "/\\*.*?\\*/|//[^\\n]*|\"\"\".*?(?<!\\\\)\"\"\"|\"(?:\\\\.|[^\"\\\\\\n])*\"|'(?:\\\\.|[^'\\\\])+'",
            Pattern.DOTALL);

    private static final Pattern INLINE_TAG = Pattern.compile("\\{@\\w+\\s*([^{}]|\\{[^{}]*\\})*\\}|<[^>\\n]*>");
    private static final Pattern STARS = Pattern.compile("(?m)^[ \\t]*\\*(?!/) ?");
    private static final Pattern ANNOTATION = Pattern.compile("@\\w[\\w.]*(\\s*\\((?:[^()]|\\([^()]*\\))*\\))?");
    private static final Pattern TYPE = Pattern.compile("(^|\\s)(class|interface|enum|record|package|module)\\s");
    /** The part of a declaration before its body, its value or its end. */
    private static final Pattern HEAD = Pattern.compile("^[^{;=]*");

    /** Declarations are not longer than this. */
    private static final int FAR = 2_000;

    private JavaProse() {}

    static List<Passage> in(String file, String source) {
        List<Passage> found = new ArrayList<>();
        Matcher token = TOKEN.matcher(source);
        int line = 1;
        int counted = 0;
        while (token.find()) {
            line += (int) source.substring(counted, token.start())
                    .chars()
                    .filter(c -> c == '\n')
                    .count();
            counted = token.start();
            String text = token.group();
            if (text.startsWith("/")) {
                Passage.Kind kind = text.startsWith("/**") ? kind(source.substring(token.end())) : Passage.Kind.COMMENT;
                found.add(new Passage(file, line, kind, comment(text)));
            } else if (text.startsWith("\"")) {
                found.add(new Passage(file, line, Passage.Kind.STRING, text));
            }
        }
        return found;
    }

    private static String comment(String text) {
        String inner = text.replaceFirst("^(/\\*+|//)", "").replaceFirst("\\*/$", "");
        return keepingLines(INLINE_TAG, STARS.matcher(inner).replaceAll(""));
    }

    /** Replaces code with a word, so that line numbers and the number of words stay right. */
    private static String keepingLines(Pattern code, String text) {
        return code.matcher(text)
                .replaceAll(match -> "CODE"
                        + "\n".repeat((int)
                                match.group().chars().filter(c -> c == '\n').count()));
    }

    /** Returns the kind of a Javadoc comment, which depends on the declaration that follows it. */
    private static Passage.Kind kind(String following) {
        String near = following.substring(0, Math.min(following.length(), FAR));
        Matcher head = HEAD.matcher(ANNOTATION.matcher(near).replaceAll("").stripLeading());
        if (!head.find() || head.group().startsWith("/")) {
            return Passage.Kind.COMMENT;
        }
        if (TYPE.matcher(head.group()).find()) {
            return Passage.Kind.TYPE_COMMENT;
        }
        return head.group().contains("(") ? Passage.Kind.METHOD_COMMENT : Passage.Kind.COMMENT;
    }
}
