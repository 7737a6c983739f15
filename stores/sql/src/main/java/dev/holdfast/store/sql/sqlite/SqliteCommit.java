package dev.holdfast.store.sql.sqlite;

import dev.holdfast.HistoryEntry;
import dev.holdfast.UnreadableRecordException;
import dev.holdfast.internal.codec.Codec;
import dev.holdfast.store.sql.shared.CommitText;
import dev.holdfast.store.sql.shared.Micros;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** One commit, as a row of {@code change} keeps it. The n-th group from the end has the n-th last version up to that of the row. */
record SqliteCommit(long version, Instant stamp, List<CommitText.Done> groups) {

    /** @throws UnreadableRecordException if its text is not that of one */
    static SqliteCommit decode(long version, long stamp, String text) {
        return new SqliteCommit(version, Micros.instant(stamp), CommitText.decode(text));
    }

    /**
     * Returns its events, newest first, with the version and time of their changes.
     *
     * @throws UnreadableRecordException if one of them cannot be read
     */
    List<HistoryEntry> events() {
        List<HistoryEntry> newest = new ArrayList<>();
        for (int back = 0; back < groups.size(); back++) {
            List<Object> events = groups.get(groups.size() - 1 - back).events();
            for (int i = events.size() - 1; i >= 0; i--) {
                newest.add(new HistoryEntry(version - back, stamp, Codec.event(events.get(i))).stamped());
            }
        }
        return newest;
    }
}
