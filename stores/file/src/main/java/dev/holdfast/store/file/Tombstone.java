package dev.holdfast.store.file;

import dev.holdfast.ProcessId;
import dev.holdfast.internal.process.ProcessTable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * The file {@code next.<id>} of a holder that is releasing its lock directory. It names the releasing process and no new id. While
 * it is there no program can succeed that holder, so the directory can be renamed away without a look back.
 */
final class Tombstone {
    private static final ProcessId SELF = ProcessTable.system().self();
    private static final String TEXT =
            Chain.PID + "=" + SELF.pid() + "\n" + Where.of(List.of(SELF)).lines();
    private static final String KIND = "tombstone";

    private Tombstone() {}

    /** Makes the tombstone of the holder with that id, unless the holder has a successor. */
    static void place(Path lock, String id, Prepared prepared) throws IOException {
        prepared.place(Chain.next(lock, id), KIND, TEXT);
    }

    /** Returns the id at the end of the chain while the holder with that id is releasing. */
    static String id(String id) {
        return Chain.after(id);
    }
}
