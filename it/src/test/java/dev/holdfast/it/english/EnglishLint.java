package dev.holdfast.it.english;

import dev.holdfast.it.docs.SourceFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;

/** Finds words in pages, comments and messages that plain English does without. */
final class EnglishLint {
    private static final String UNRELEASED = "## Unreleased\n";

    private EnglishLint() {}

    /** Returns a line for each fault: file, line, words, and what to write instead. */
    static List<String> faults(List<Passage> passages, List<String> quotations) {
        List<String> found = new ArrayList<>();
        for (Passage passage : passages) {
            Passage own = without(quotations, passage);
            for (EnglishRule rule : EnglishRule.ALL) {
                if (rule.isAbout(own)) {
                    Matcher words = rule.words().matcher(own.text());
                    while (words.find()) {
                        String said = words.group().strip().replaceAll("\\s+", " ");
                        found.add(own.file() + ":" + own.lineAt(words.start()) + ": \"" + said + "\"; write instead: "
                                + rule.instead());
                    }
                }
            }
            for (String sentence : LongSentences.in(own)) {
                found.add(own.file() + ":" + own.line() + ": " + sentence + "; write several of at most 25 words");
            }
        }
        return found;
    }

    private static Passage without(List<String> quotations, Passage passage) {
        String text = passage.text();
        for (String quotation : quotations) {
            text = text.replace(quotation, "");
        }
        return new Passage(passage.file(), passage.line(), passage.kind(), text);
    }

    /** Reads the pages and the main code at a path, which is a file or a folder of the repository. */
    static List<Passage> read(Path root, String path, List<String> skipped) throws IOException {
        List<Passage> found = new ArrayList<>();
        for (Path file : SourceFiles.at(root.resolve(path))) {
            String name = root.relativize(file).toString().replace('\\', '/');
            if (skipped.stream().noneMatch(name::startsWith)) {
                found.addAll(read(file, name));
            }
        }
        return found;
    }

    private static List<Passage> read(Path file, String name) throws IOException {
        if (name.equals("CHANGELOG.md")) {
            return MarkdownProse.in(name, unreleased(Files.readString(file)));
        }
        if (name.endsWith(".md")) {
            return MarkdownProse.in(name, Files.readString(file));
        }
        if (name.endsWith(".java") && name.contains("src/main/") && !name.contains("src/test/")) {
            return JavaProse.in(name, Files.readString(file));
        }
        return TextProse.reads(file) ? TextProse.in(name, Files.readString(file)) : List.of();
    }

    /** Returns the changelog up to the end of what is not released yet: the past is not written again. */
    private static String unreleased(String changelog) {
        int begin = changelog.indexOf(UNRELEASED) + UNRELEASED.length();
        int end = changelog.indexOf("\n## ", begin);
        return end < 0 ? changelog : changelog.substring(0, end);
    }
}
