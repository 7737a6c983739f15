package dev.holdfast.internal.base;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class FileNamesTest {
    @ParameterizedTest
    @ValueSource(strings = {"lock", "Chapter_03", "mapreduce-123", "a.b..c", "-", "_", "9", "console", "com10", "xcon"})
    void plainNames_mapToThemselves(String name) {
        assertThat(FileNames.encode(name)).isEqualTo(name);
        assertThat(FileNames.decode(name)).contains(name);
    }

    @ParameterizedTest
    @CsvSource({
        "policy/12345, policy%2F12345",
        "., %2E",
        ".., %2E%2E",
        "../etc, %2E.%2Fetc",
        ".hidden, %2Ehidden",
        "end., end%2E",
        "'end ', end%20",
        "a\\b, a%5Cb",
        "c:d, c%3Ad",
        "50%, 50%25",
        "%2F, %252F",
        "a~1, a%7E1",
        "\u00e9, %C3%A9",
        "e\u0301, e%CC%81",
        "\uD83D\uDD12, %F0%9F%94%92",
        "con, %63on",
        "CON, %43ON",
        "nul.txt, %6Eul.txt",
        "Aux.tar.gz, %41ux.tar.gz",
        "com1, %63om1",
        "LPT9., %4CPT9%2E",
        "CONIN$, CONIN%24",
        "COM\u00b9, COM%C2%B9"
    })
    void otherNames_areEscaped(String name, String fileName) {
        assertThat(FileNames.encode(name)).isEqualTo(fileName);
        assertThat(FileNames.decode(fileName)).contains(name);
    }

    @Test
    void controlCharacters_areEscaped() {
        assertThat(FileNames.encode("a\u0000b\n\u007f")).isEqualTo("a%00b%0A%7F");
        assertThat(FileNames.encode("con.\n")).isEqualTo("%63on.%0A");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "", "a b", "%2f", "%41", "a%2", "%", "%zz", "%FF", "%C3", ".x", "x.", "con", "a~b", "\u00e9", "a/b"
            })
    void fileNamesOfOtherPrograms_standForNoName(String fileName) {
        assertThat(FileNames.decode(fileName)).isEmpty();
    }

    @Test
    void longNames_keepTheirBeginningAndAHash() {
        String name = "policy/" + "x".repeat(505);
        String fileName = FileNames.encode(name);
        assertThat(fileName).hasSize(255).matches("policy%2Fx+~[0-9a-f]{64}");
        assertThat(FileNames.decode(fileName)).isEmpty();
        assertThat(FileNames.encode(name + "y")).isNotEqualTo(fileName);
    }

    @Test
    void longNames_areNotCutInsideAnEscape() {
        for (int plain = 0; plain < 6; plain++) {
            String fileName = FileNames.encode("x".repeat(plain) + "\u6f22".repeat(100));
            assertThat(fileName).matches("x*(%[0-9A-F]{2})+~[0-9a-f]{64}").hasSizeBetween(253, 255);
        }
    }

    @Test
    void longNames_differingInCaseAlone_stayApart() {
        String upper = FileNames.encode("X".repeat(300));
        String lower = FileNames.encode("x".repeat(300));
        assertThat(FileNames.caseKey(upper)).isNotEqualTo(FileNames.caseKey(lower));
    }

    @Test
    void suffix_findsRoom() {
        String name = "x".repeat(250);
        assertThat(FileNames.encode(name, 5)).isEqualTo(name);
        assertThat(FileNames.encode(name, 6)).hasSize(249).contains("~");
        assertThat(FileNames.encode("\u6f22".repeat(170), 128).getBytes(UTF_8)).hasSizeLessThanOrEqualTo(127);
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 129})
    void suffix_outOfRange_isRefused(int suffix) {
        assertThatIllegalArgumentException().isThrownBy(() -> FileNames.encode("a", suffix));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\uD83D", "a\uDD12b"})
    void namesWithoutUtf8Form_areRefused(String name) {
        assertThatIllegalArgumentException().isThrownBy(() -> FileNames.encode(name));
    }

    @Test
    void caseKey_isEqualForNamesThatMeetInOneFile() {
        assertThat(FileNames.caseKey("Chapter_03")).isEqualTo(FileNames.caseKey("chapter_03"));
        assertThat(FileNames.caseKey("Chapter_03")).isNotEqualTo(FileNames.caseKey("Chapter_04"));
    }

    @Test
    void turkishLocale_changesNothing() {
        Locale before = Locale.getDefault();
        try {
            Locale.setDefault(new Locale("tr", "TR"));
            assertThat(FileNames.encode("CONIN")).isEqualTo("CONIN");
            assertThat(FileNames.encode("PRN.ini")).isEqualTo("%50RN.ini");
            assertThat(FileNames.caseKey("FILE")).isEqualTo("file");
            assertThat(FileNames.encode("I".repeat(300))).matches("I+~[0-9a-f]{64}");
        } finally {
            Locale.setDefault(before);
        }
    }
}
