package dev.holdfast.cli.shell;

import dev.holdfast.cli.process.Holdfast;
import dev.holdfast.cli.process.Holdfast.Done;
import dev.holdfast.cli.process.Holdfast.Running;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** The shells that the library is made for. Scripts run in them as processes of their own. */
enum Shell {
    DASH("dash"),
    BUSYBOX("busybox sh"),
    BASH("bash --posix");

    /** The library itself, as it is in the source tree. */
    static final Path LIBRARY = Path.of("src/main/resources/dev/holdfast/cli/shell/lock.sh")
            .toAbsolutePath()
            .normalize();

    private static final List<Shell> ALL = List.of(values());

    private static final String HEAD = "BOARD_LOCK_TOOL=tool\n. '" + LIBRARY + "'\n";

    private final String line;

    Shell(String line) {
        this.line = line;
    }

    /** One after the other, over and over. */
    static Shell inTurn(int turn) {
        return ALL.get(turn % ALL.size());
    }

    /** The command line that runs a script file in it. */
    List<String> line(Path script, String... arguments) {
        List<String> all = new ArrayList<>(List.of(line.split(" ")));
        all.add(script.toString());
        all.addAll(Arrays.asList(arguments));
        return all;
    }

    /** Runs a script that has the library, and waits for its end. */
    Done run(Path folder, String script, String... arguments) {
        return start(folder, script, arguments).done();
    }

    /** Starts a script that has the library. */
    Running start(Path folder, String script, String... arguments) {
        try {
            return Holdfast.in(folder).start(line(script(folder, script), arguments));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A file with the script, the library in front. */
    Path script(Path folder, String script) throws IOException {
        Path file = Files.createTempFile(folder, name().toLowerCase(Locale.ROOT), ".sh");
        return Files.writeString(file, HEAD + script);
    }
}
