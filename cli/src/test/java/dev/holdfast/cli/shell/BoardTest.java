package dev.holdfast.cli.shell;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.check.Extent;
import dev.holdfast.cli.process.Holdfast;
import dev.holdfast.cli.process.Holdfast.Done;
import dev.holdfast.cli.process.Holdfast.Running;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The board in {@code examples}, installed in a folder of its own. */
@Timeout(120)
final class BoardTest {
    private static final Path EXAMPLE = Path.of("../examples/board");
    private static final List<String> FILES =
            List.of("bin/board", "lib/lock.sh", "board/tasks/0001.md", "board/tasks/0002.md");

    private static final int ADDED = Extent.of(3, 5);

    @TempDir
    Path folder;

    private Path installed;
    private Path lock;

    @BeforeEach
    void install() throws IOException {
        installed = folder.resolve("my tools/böard");
        for (String file : FILES) {
            Path to = installed.resolve(file);
            Files.createDirectories(to.getParent());
            Files.copy(EXAMPLE.resolve(file), to);
        }
        lock = installed.resolve("board/storage/lock");
    }

    private Running start(Shell shell, String... arguments) throws IOException {
        return Holdfast.in(folder)
                .with("BOARD_LOCK_TIMEOUT", "100")
                .start(shell.line(installed.resolve("bin/board"), arguments));
    }

    private Done board(Shell shell, String... arguments) throws IOException {
        return start(shell, arguments).done();
    }

    private Done impatient(Shell shell, String... arguments) throws IOException {
        return Holdfast.in(folder)
                .with("BOARD_LOCK_TIMEOUT", "0")
                .start(shell.line(installed.resolve("bin/board"), arguments))
                .done();
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("M1, M6: while the lock is held, commands that write are refused with exit code 1, the others work")
    void heldLock_stopsOnlyWriters(Shell shell) throws Exception {
        Running holder = shell.start(folder, Scripts.HOLD, lock.toString());
        Scripts.awaitSaid(holder, "held");
        List<String[]> writers =
                List.of(new String[] {"add", "More"}, new String[] {"edit", "0001", "status", "done"}, new String[] {
                    "--rebuild-index", "--write"
                });
        for (String[] writer : writers) {
            Done refused = impatient(shell, writer);
            assertThat(refused.code()).isEqualTo(1);
            assertThat(refused.err()).startsWith("board: error: lock busy: " + lock + "\nboard: hint: ");
        }
        String tasks = "0001\ttodo\tShip the first release\n0002\tdoing\tWrite the manual\n";
        assertThat(impatient(shell, "--list").out()).isEqualTo(tasks);
        assertThat(impatient(shell, "--rebuild-index").out()).isEqualTo(tasks);
        assertThat(impatient(shell, "--validate").code()).isZero();
        assertThat(impatient(shell, "--help").code()).isZero();
        assertThat(installed.resolve("board/board.tsv")).doesNotExist();
        Scripts.signal(holder, "TERM");
        assertThat(holder.done().code()).isEqualTo(143);
        for (String[] writer : writers) {
            assertThat(impatient(shell, writer).code()).isZero();
        }
        assertThat(impatient(shell, "--list").out()).contains("0001\tdone", "0003\ttodo\tMore");
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("M3: the lock is under the installation, from whatever folder and by whatever link it is called")
    void lock_livesUnderTheInstallation(Shell shell) throws Exception {
        Path elsewhere = Files.createDirectories(folder.resolve("else where"));
        Files.createSymbolicLink(elsewhere.resolve("b"), Path.of("../my tools/böard/bin/board"));
        Files.createDirectories(lock);
        Files.writeString(lock.resolve("ts"), "1736589600\n");
        Files.writeString(lock.resolve("pid"), ProcessHandle.current().pid() + "\n");
        Done refused = Holdfast.in(folder)
                .from(elsewhere)
                .with("BOARD_LOCK_TIMEOUT", "0")
                .start(shell.line(Path.of("b"), "add", "x"))
                .done();
        assertThat(refused.err()).contains("lock busy: " + lock.toRealPath());
        try (Stream<Path> files = Files.list(elsewhere)) {
            assertThat(files).hasSize(1);
        }
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("M9, M12, V2: many writers at once: every change is there, the index is whole at every moment")
    void manyWriters_corruptNothing(Shell shell) throws Exception {
        assertThat(board(shell, "--rebuild-index", "--write").code()).isZero();
        List<Running> writers = new ArrayList<>();
        for (int i = 0; i < ADDED; i++) {
            writers.add(start(shell, "add", "Task \"" + i + "\" \\ ü"));
        }
        writers.add(start(shell, "edit", "0001", "status", "done"));
        writers.add(start(shell, "edit", "0001", "title", "Ship it"));
        writers.add(start(shell, "--rebuild-index", "--write"));
        while (writers.stream().anyMatch(writer -> writer.process().isAlive())) {
            assertThat(Files.readString(installed.resolve("board/default.json")))
                    .startsWith("[\n")
                    .endsWith("\n]\n");
        }
        for (Running writer : writers) {
            assertThat(writer.done().code()).as(writer.err()).isZero();
        }
        List<String> index = Files.readAllLines(installed.resolve("board/board.tsv"));
        assertThat(index).hasSize(2 + ADDED).contains("0001\tdone\tShip it");
        assertThat(String.join("\n", index) + "\n")
                .isEqualTo(board(shell, "--list").out());
        for (int i = 0; i < ADDED; i++) {
            String title = "Task \"" + i + "\" \\ ü";
            assertThat(index).anyMatch(line -> line.endsWith("\ttodo\t" + title));
            assertThat(installed.resolve("board/default.json"))
                    .content()
                    .contains("\"title\":\"Task \\\"" + i + "\\\" \\\\ ü\"");
        }
        try (Stream<Path> left = Files.walk(installed.resolve("board"))) {
            assertThat(left.map(path -> path.getFileName().toString()))
                    .noneMatch(name -> name.contains(".new.") || name.equals("lock") || name.startsWith("."));
        }
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("M10: help says which commands lock, where, what busy means and how to resolve it")
    void help_explainsTheLock(Shell shell) throws Exception {
        Done done = board(shell, "--help");
        assertThat(done.code()).isZero();
        assertThat(done.out())
                .contains("add, edit and --rebuild-index --write lock the board")
                .contains("--list, --validate and\n  --rebuild-index never do")
                .contains("/böard/board/storage/lock")
                .contains("\"lock busy\" means")
                .contains("remove the directory");
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("V2: --validate finds mistakes; wrong calls are told and change nothing")
    void mistakes_areTold(Shell shell) throws Exception {
        Files.writeString(installed.resolve("board/tasks/0003.md"), "status: someday\n");
        Done done = board(shell, "--validate");
        assertThat(done.code()).isEqualTo(1);
        assertThat(done.out()).contains("0003.md: no title", "0003.md: status must be");
        assertThat(board(shell, "edit", "0001", "status", "never").code()).isEqualTo(64);
        assertThat(board(shell, "edit", "../x", "status", "done").code()).isEqualTo(64);
        assertThat(board(shell, "add", "two\nlines").code()).isEqualTo(64);
        assertThat(board(shell, "edit", "0009", "status", "done").err()).contains("there is no task 0009");
        assertThat(board(shell).code()).isEqualTo(64);
        assertThat(lock).doesNotExist();
    }
}
