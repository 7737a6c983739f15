package dev.holdfast.cli.project;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.config.internal.ConfigSource;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The templates that {@code init} writes; all that is known about a book is in one of them. */
final class BookPresetTest {
    private final Configuration book = template("book");

    @ParameterizedTest
    @DisplayName("B12: resource names and the files each covers, in both chapter layouts")
    @CsvSource({
        "Manuscript/Chapters/Chapter_03/Chapter_03.md, Chapter_03",
        "Manuscript/Chapters/Chapter_03/Chapter_03_chg.md, Chapter_03",
        "Manuscript/Chapters/Chapter_03/sections/02_Roots.md, Chapter_03",
        "Manuscript/Chapters/Chapter_03, Chapter_03",
        "Manuscript/Chapters/Chapter_15.md, Chapter_15",
        "Manuscript/Chapters/Chapter_15_chg.md, Chapter_15",
        "Manuscript/Chapters/Chapter_112.md, Chapter_112",
        "Manuscript/FrontMatter/Preface.md, FrontMatter",
        "Manuscript/BackMatter/deep/Index.md, BackMatter",
        "Manuscript/Style/Style_Guide.md, StyleSystem",
        "Manuscript/Style/Style_Overrides.md, StyleSystem",
        "Manuscript/Quotes/Chapter_Quotes.md, QuoteRegistry",
        "Manuscript/images/Image_Registry.md, ImageRegistry",
        "Manuscript/images/Chapter_03/Image_Registry.md, ImageRegistry",
        "Manuscript/images/Chapter_03_Registry.md, ImageRegistry",
        ".config/metadata.json, ProjectConfig",
        ".config/project.json, ProjectConfig",
        ".config/manifest.json, ProjectConfig"
    })
    void path_isCoveredByItsResource(String path, String resource) {
        assertThat(book.resources().covering(path)).containsExactly(resource);
        assertThat(book.resources().declared(resource)).contains(resource);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Manuscript/Chapters/Chapter_03x.md",
                "Manuscript/Chapters/Chapter_ab.md",
                "Manuscript/Chapters/Notes.md",
                "Manuscript/Style/Other.md",
                "Manuscript/FrontMatterX/a.md",
                "Drafts/Book.md",
                ".config/other.json"
            })
    void otherPath_isCoveredByNone(String path) {
        assertThat(book.resources().covering(path)).isEmpty();
    }

    @Test
    void name_inAnotherForm_isItsUsualForm() {
        assertThat(book.resources().declared("Chapter_3")).contains("Chapter_03");
        assertThat(book.resources().declared("Chapter_003")).contains("Chapter_03");
        assertThat(book.resources().declared("Chapter_x")).isEmpty();
        assertThat(book.resources().declared("Stylesystem")).isEmpty();
    }

    @ParameterizedTest
    @DisplayName("B13: the sixteen operations and what each locks")
    @CsvSource({
        "initialize, , , ProjectConfig",
        "add-chapter, 4, , Chapter_04 ProjectConfig",
        "change-by-chg, 3 5, , Chapter_03 Chapter_05",
        "interactive-change, 3, , Chapter_03",
        "scan-user-edits, 1 2 10, , Chapter_01 Chapter_02 Chapter_10",
        "integrate-inbox, 3, BackMatter, Chapter_03 BackMatter",
        "integrate-inbox, , FrontMatter Chapter_7 ImageRegistry, FrontMatter Chapter_07 ImageRegistry",
        "compile, , ,",
        "consistency-check, , ,",
        "export, , ,",
        "dashboard, , ,",
        "style-manager, , , StyleSystem",
        "git-operations, , ,",
        "ai-detection, 3, ,",
        "citation-finder, 3, , Chapter_03",
        "citation-finder, 3, BackMatter, Chapter_03 BackMatter",
        "visual-suggester, 3, , Chapter_03 ImageRegistry",
        "image-manager, , , ImageRegistry",
        "image-manager, 3, , ImageRegistry Chapter_03"
    })
    void operation_locksItsResources(
            String name, @Nullable String chapters, @Nullable String extras, @Nullable String resources) {
        Operation operation = Objects.requireNonNull(book.operations().get(name));
        assertThat(operation.resources(words(chapters), words(extras))).containsExactlyElementsOf(words(resources));
    }

    @Test
    @DisplayName("B13: their names, in their order")
    void operations_areAllThere() {
        assertThat(String.join(" ", book.operations().keySet()))
                .isEqualTo("initialize add-chapter change-by-chg interactive-change scan-user-edits integrate-inbox"
                        + " compile consistency-check export dashboard style-manager git-operations ai-detection"
                        + " citation-finder visual-suggester image-manager");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "change-by-chg | | | The operation change-by-chg works on a chapter: name it with --chapter N.",
                "change-by-chg | three | | 'three' is not a chapter: write its number, such as --chapter 3.",
                "change-by-chg | 3 | BackMatter | The operation change-by-chg never locks 'BackMatter': leave out --with.",
                "style-manager | 3 | | The operation style-manager works on no chapter: leave out --chapter.",
                "compile | | BackMatter | The operation compile only reads: leave out --with.",
                "citation-finder | 3 | Style | The operation citation-finder never locks 'Style': add --with BackMatter.",
                "integrate-inbox | | | Say what the operation integrate-inbox works on this time: add --chapter N,"
                        + " --with FrontMatter, --with BackMatter, --with ImageRegistry."
            })
    void operation_givenWhatDoesNotFit_saysWhatDoes(
            String name, @Nullable String chapters, @Nullable String extras, String message) {
        Operation operation = Objects.requireNonNull(book.operations().get(name));
        assertThatThrownBy(() -> operation.resources(words(chapters), words(extras)))
                .hasMessage(message);
    }

    @ParameterizedTest
    @ValueSource(strings = {"book", "board", "resume", "offline", "compose"})
    void template_isForItsPreset(String preset) {
        assertThat(template(preset).locks().preset().label()).isEqualTo(preset);
        assertThat(template("default").locks().preset().label()).isEqualTo("book");
    }

    private static Configuration template(String name) {
        String file = "/dev/holdfast/cli/presets/" + name + ".yaml";
        try (InputStream in = Objects.requireNonNull(BookPresetTest.class.getResourceAsStream(file))) {
            return ConfigurationReader.read(new ConfigSource(file), new String(in.readAllBytes(), UTF_8));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static List<String> words(@Nullable String text) {
        return text == null ? List.of() : Arrays.asList(text.split(" "));
    }
}
