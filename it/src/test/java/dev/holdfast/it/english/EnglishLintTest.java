package dev.holdfast.it.english;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The lint finds planted defects, and names file, line, words and advice. */
class EnglishLintTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "Whoever asks is refused.",
                "It waits for nobody.",
                "Somebody's lock.",
                "The lock is given back.",
                "Gives all of them back.",
                "A sign of life.",
                "It hangs on the clock.",
                "Tried anew.",
                "All are told at once.",
                "It is held by Bob since 05:13.",
                "It is locked since yesterday."
            })
    void page_withABannedWord_isFound(String sentence) {
        assertThat(faultsOfPage("# Title\n\n" + sentence)).hasSize(1).allMatch(fault -> fault.startsWith("a.md:3: \""));
    }

    @Test
    void fault_namesFileLineWordsAndAdvice() {
        assertThat(faultsOfPage("One.\n| a | sign of life |"))
                .containsExactly("a.md:2: \"sign of life\"; write instead: heartbeat");
    }

    @Test
    void page_withCodeQuotationsAndLinks_isClean() {
        String page = """
                Run `chown nobody at once`, see [the page](whoever.md). It has been held by Bob since 05:13.
                ```
                somebody
                ```
                The label *Nobody is here* is given.
                """;
        assertThat(EnglishLint.faults(MarkdownProse.in("a.md", page), List.of("Nobody is here")))
                .isEmpty();
        assertThat(faultsOfPage(page)).hasSize(1);
    }

    @Test
    void longSentence_isFound() {
        String words = "Word" + " word".repeat(LongSentences.MAX_WORDS - 1);
        assertThat(faultsOfPage("A short one. " + words + ".")).isEmpty();
        assertThat(faultsOfPage("A short one.\n" + words + " more."))
                .containsExactly(
                        "a.md:2: a sentence of 31 words, \"Word word word word word …\"; write several of at most 25 words");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/** What it has. */\nint a() {",
                "/** Whether it is so. */\n@Override\npublic boolean is(String a) {",
                "/**\n * The same for one.\n */\nA() {",
                "/** Who has it. */\nfinal class A {",
                "/** How it ends. */\n@Named(\"x\")\nenum A {"
            })
    void javadoc_withoutVerbOrNoun_isFound(String source) {
        assertThat(faultsOfSource(source)).hasSize(1);
    }

    @Test
    void source_isReadInCommentsAndStrings() {
        String source = """
                class A {
                    // Nobody comes.
                    String nobody = "whoever";
                    /** Returns a number, after which
                     * it is given
                     * back. Waits {@code anew}. */
                    int at(int once) { return 'w' + f("lasts PT5M now", "PT5M"); }
                }
                """;
        assertThat(faultsOfSource(source))
                .map(fault -> fault.replaceAll(";.*", ""))
                .containsExactly(
                        "A.java:2: \"Nobody\"",
                        "A.java:3: \"whoever\"",
                        "A.java:5: \"given back\"",
                        "A.java:7: \"PT5M\"");
    }

    @Test
    void field_mayBeginWithWhether() {
        assertThat(faultsOfSource("/** Whether it is closed. */\nprivate boolean closed = f();"))
                .isEmpty();
    }

    @Test
    void scriptsPagesStatementsAndData_areRead(@TempDir Path folder) throws IOException {
        for (String name : List.of("a.sql", "a.json", "a.sh", "run", "a.png", "plain", "a.js", "a.html", "a.css")) {
            Files.writeString(folder.resolve(name), (name.equals("run") ? "#!/bin/sh\n" : "\n") + "-- for nobody\n");
        }
        assertThat(EnglishLint.faults(EnglishLint.read(folder, "", List.of()), List.of()))
                .map(fault -> fault.replaceAll(": .*", ""))
                .containsExactly("a.css:2", "a.html:2", "a.js:2", "a.json:2", "a.sh:2", "a.sql:2", "run:2");
    }

    private static List<String> faultsOfPage(String page) {
        return EnglishLint.faults(MarkdownProse.in("a.md", page), List.of());
    }

    private static List<String> faultsOfSource(String source) {
        return EnglishLint.faults(JavaProse.in("A.java", source), List.of());
    }
}
