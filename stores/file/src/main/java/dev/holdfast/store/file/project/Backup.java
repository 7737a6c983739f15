package dev.holdfast.store.file.project;

import dev.holdfast.store.file.sidecar.Disk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Moves a corrupt file aside, to a name of its own beside it: {@code locks.json.corrupt.20251122T103000Z}. */
record Backup(Disk disk, InstantSource clock) {
    /** Keeps a copy of a file. Returns its path. */
    Path keep(Path file) throws IOException {
        String name = file.getFileName() + ".corrupt."
                + DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmss'Z'", Locale.ROOT)
                        .withZone(ZoneOffset.UTC)
                        .format(clock.instant());
        Path kept = file.resolveSibling(name);
        for (int i = 2; Files.exists(kept, LinkOption.NOFOLLOW_LINKS); i++) {
            kept = file.resolveSibling(name + "-" + i);
        }
        disk.move(file, kept);
        return kept;
    }
}
