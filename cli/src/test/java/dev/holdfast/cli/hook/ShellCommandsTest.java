package dev.holdfast.cli.hook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.cli.base.Environment;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which files a command line writes, as far as can be told. */
final class ShellCommandsTest {
    @TempDir
    Path temporary;

    private Path folder = Path.of("");

    @BeforeEach
    void files() throws IOException {
        folder = temporary.toRealPath();
        Files.createDirectories(folder.resolve("d/e"));
        for (String file : List.of("a.md", "b.md", "c.txt", "d/x.md")) {
            Files.createFile(folder.resolve(file));
        }
    }

    private TouchedFiles look(String line) {
        PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream());
        Environment around =
                new Environment(Map.of("HOME", "/home/anna"), folder, InputStream.nullInputStream(), nowhere, nowhere);
        TouchedFiles touched = new TouchedFiles();
        new ShellCommands(new ShellVariables(around), touched).look(line, folder);
        return touched;
    }

    private List<String> seen(Collection<String> paths) {
        return paths.stream()
                .map(path -> path.startsWith(folder + "/") ? path.substring((folder + "/").length()) : path)
                .toList();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\0',
            value = {
                "echo hi > a.md | a.md",
                "echo hi >>a.md 2>/tmp/err | a.md,/tmp/err",
                "make &> out.log | out.log",
                "echo 'a > b' \"c > d\" > e | e",
                "echo a \\> b >c | c",
                "ls >&2 2>&1 | ",
                "rm -f -- a.md -b | a.md,-b",
                "rm *.md | a.md,b.md",
                "rm '*.md' | *.md",
                "rm {a,b}.md d/? | a.md,b.md,d/e",
                "mv a.md z.md | a.md,z.md",
                "mv a.md d | a.md,d/a.md",
                "cp a.md d/ | d/a.md",
                "cp a.md b.md | b.md",
                "cp -t d a.md b.md | d/a.md,d/b.md",
                "cd d && touch x.md; touch y | d/x.md,d/y",
                "sed -n 1p a.md | ",
                "sed -i.bak -e s/x/y/ a.md | a.md",
                "perl -pi -e s/x/y/ a.md b.md | a.md,b.md",
                "sudo env A=1 rm a.md | a.md",
                "timeout 5 rm a.md | a.md",
                "F=a.md; rm \"$F\" ${F} | a.md",
                "rm $UNKNOWN/x | ",
                "rm ~/x | /home/anna/x",
                "echo $(rm a.md) `rm b.md` | a.md,b.md",
                "bash -lc 'rm a.md && rm b.md' | a.md,b.md",
                "eval 'rm a.md' | a.md",
                "dd if=c.txt of=a.md | a.md",
                "sort c.txt -o a.md | a.md",
                "git mv a.md z.md | a.md,z.md",
                "git -C d rm x.md | d/x.md",
                "git add a.md && git commit -m 'rm b.md' | ",
                "if true; then rm a.md; fi | a.md",
                "true # rm a.md | ",
                "cat a.md b.md < c.txt | "
            })
    void line_writes(String line, @Nullable String expected) {
        List<String> paths = expected == null ? List.of() : List.of(expected.split(",", -1));
        assertThat(seen(look(line).written())).containsExactlyInAnyOrderElementsOf(paths);
    }

    @Test
    void pipe_isLookedAtOnBothSides() {
        assertThat(seen(look("cat c.txt | tee a.md | tee b.md").written())).containsExactly("a.md", "b.md");
        assertThat(seen(look("echo \"$(cat c.txt | tee a.md)\"").written())).containsExactly("a.md");
    }

    @Test
    void hereDocument_isTextForWhoReads_andACommandForAShell() {
        assertThat(seen(look("cat > a.md <<'EOF'\nrm b.md > c.txt\nEOF\ntouch z")
                        .written()))
                .containsExactly("a.md", "z");
        assertThat(seen(look("bash <<-EOF\n\trm b.md\n\tEOF\n").written())).containsExactly("b.md");
        assertThat(seen(look("python3 - <<EOF\nopen('a.md','w')\nEOF").named())).contains("a.md");
    }

    @Test
    void whatAnUnknownProgramIsGiven_isNamed() {
        assertThat(seen(look("./fix.sh --file=a.md b.md").named())).contains("a.md", "b.md");
        assertThat(seen(look("python3 -c \"open('d/x.md', 'w')\"").named())).contains("d/x.md");
        assertThat(look("./fix.sh a.md").written()).isEmpty();
        assertThat(seen(look("find d -name '*.md' -delete").named())).contains("d");
        assertThat(look("find d -name '*.md'").named()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"'", "\"", "$(", "`", "${", "<<", ">", "(((", "\\", "a\\", "<<< ", "&>", "$", "{,", ">&", "|"})
    void halfALine_isReadSomehow(String line) {
        assertThat(seen(look("rm a.md\n" + line).written())).contains("a.md");
    }

    @Test
    void deeplyNested_ends() {
        assertThat(look("echo " + "$(".repeat(5000)).written()).isEmpty();
        assertThat(look("bash -c '".repeat(200)).written()).isEmpty();
    }
}
