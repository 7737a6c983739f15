package dev.holdfast.internal.base;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

/** What holds for the file name of every resource name. */
final class FileNamesPropertyTest {
    private static final Set<String> RESERVED = Set.of("con", "prn", "aux", "nul", "conin$", "conout$", "clock$");

    @Property(tries = 5000)
    void fileName_isSafeEverywhere(@ForAll("names") String name, @ForAll @IntRange(max = 128) int suffix) {
        String fileName = FileNames.encode(name, suffix);
        assertThat(fileName).matches("[A-Za-z0-9_%.~-]+").doesNotStartWith(".").doesNotEndWith(".");
        assertThat(fileName.getBytes(UTF_8)).hasSizeLessThanOrEqualTo(255 - suffix);
        String base = fileName.replaceFirst("\\..*", "").toLowerCase(Locale.ROOT);
        assertThat(RESERVED).doesNotContain(base);
        assertThat(base).doesNotMatch("(com|lpt)[0-9]");
    }

    @Property(tries = 5000)
    void fileName_isDecodedUnlessHashed(@ForAll("names") String name) {
        String fileName = FileNames.encode(name);
        if (fileName.contains("~")) {
            assertThat(FileNames.decode(fileName)).isEmpty();
        } else {
            assertThat(FileNames.decode(fileName)).contains(name);
        }
    }

    @Property(tries = 5000)
    void differentNames_haveDifferentFileNames(@ForAll("names") String one, @ForAll("names") String other) {
        Assume.that(!one.equals(other));
        assertThat(FileNames.encode(one, 5)).isNotEqualTo(FileNames.encode(other, 5));
    }

    @Property(tries = 5000)
    void anyFileName_isDecodedToWhatEncodesToIt(@ForAll("fileNames") String fileName) {
        FileNames.decode(fileName)
                .filter(name -> FileNames.encode(name).length() == fileName.length())
                .ifPresent(name -> assertThat(FileNames.encode(name)).isEqualTo(fileName));
    }

    @Property(tries = 2000)
    void namesThatMeetInOneFile_shareTheirCaseKey(@ForAll("names") String one, @ForAll("names") String other) {
        String first = FileNames.encode(one);
        String second = FileNames.encode(other);
        assertThat(FileNames.caseKey(first).equals(FileNames.caseKey(second)))
                .isEqualTo(first.equalsIgnoreCase(second));
    }

    @Provide
    Arbitrary<String> names() {
        Arbitrary<String> pieces = Arbitraries.of(
                "con",
                "NUL",
                "com1",
                "Lpt0",
                "a",
                "A",
                "i",
                "I",
                ".",
                "..",
                "/",
                "\\",
                "%",
                "%2F",
                "~",
                " ",
                ":",
                "$",
                "\u0000",
                "\n",
                "\u0130",
                "\u0131",
                "\u00e9",
                "e\u0301",
                "\uD83D\uDD12");
        Arbitrary<String> mixed = pieces.list().ofMinSize(1).ofMaxSize(5).map(parts -> String.join("", parts));
        Arbitrary<String> any = Arbitraries.strings().ofMinLength(1).ofMaxLength(60);
        Arbitrary<String> longer = Arbitraries.of("x", "X", "\u6f22", "/")
                .flatMap(part -> Arbitraries.integers().between(50, 170).map(part::repeat));
        return Arbitraries.oneOf(mixed, any, longer)
                .filter(name -> UTF_8.newEncoder().canEncode(name));
    }

    @Provide
    Arbitrary<String> fileNames() {
        return Arbitraries.of("%", "2", "F", "f", "C", "3", "A", "9", ".", "~", "con", "x", " ", "\u00e9")
                .list()
                .ofMaxSize(8)
                .map(parts -> String.join("", parts));
    }
}
