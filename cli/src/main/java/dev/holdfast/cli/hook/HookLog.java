package dev.holdfast.cli.hook;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.LinkOption.NOFOLLOW_LINKS;
import static java.nio.file.StandardCopyOption.REPLACE_EXISTING;
import static java.nio.file.StandardOpenOption.APPEND;
import static java.nio.file.StandardOpenOption.CREATE;

import dev.holdfast.cli.base.CommandFailure;
import dev.holdfast.cli.base.DataFolder;
import dev.holdfast.cli.base.Environment;
import dev.holdfast.internal.base.FileRights;
import dev.holdfast.internal.base.Text;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Set;

/**
 * The log of decisions that a hook made without enough information: {@code hook.log} in the user's data folder. Assistants show
 * little of a hook's output. No line contains the text of a file. If the log cannot be written, it is skipped.
 */
public final class HookLog {
    private static final long MAX_BYTES = 1024 * 1024;
    private static final int MAX_LENGTH = 1000;

    private HookLog() {}

    public static void add(Environment environment, String line) {
        try {
            Path file = DataFolder.of(environment).resolve("hook.log");
            if (Files.exists(file) && Files.size(file) > MAX_BYTES) {
                Files.move(file, file.resolveSibling("hook.log.1"), REPLACE_EXISTING);
            }
            StringBuilder text = new StringBuilder();
            text.append(Instant.now().truncatedTo(ChronoUnit.SECONDS)).append(' ');
            text.append(Text.shown(line.substring(0, Math.min(line.length(), MAX_LENGTH))));
            ByteBuffer bytes = UTF_8.encode(text.append('\n').toString());
            try (SeekableByteChannel log =
                    Files.newByteChannel(file, Set.of(CREATE, APPEND, NOFOLLOW_LINKS), FileRights.ofFile())) {
                log.write(bytes);
            }
        } catch (IOException | CommandFailure | InvalidPathException e) {
            return; // a log that cannot be written must not stop the assistant
        }
    }
}
