package dev.holdfast.store.file.sidecar;

import dev.holdfast.LockEvent;
import dev.holdfast.spi.Key;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** The changes by other programs to some resources, as one change of the records. */
final class Findings {
    /** More than so many go into a change of their own. */
    private static final int MAX_CHANGES = 1000;

    private final Moment moment;
    private final List<Line.Put> puts = new ArrayList<>();
    private final List<Key> deletes = new ArrayList<>();
    private final List<LockEvent> events = new ArrayList<>();

    Findings(Moment moment) {
        this.moment = moment;
    }

    Moment moment() {
        return moment;
    }

    void put(Line.Put put) {
        puts.add(put);
    }

    void delete(Key key) {
        deletes.add(key);
    }

    void tell(LockEvent event) {
        events.add(event);
    }

    boolean areMany() {
        return puts.size() + deletes.size() >= MAX_CHANGES;
    }

    void commit(Ledger ledger) throws IOException {
        if (!puts.isEmpty() || !deletes.isEmpty()) {
            ledger.commit(
                    new Line(ledger.nextSeq(), moment.version(), moment.stamp(), puts, deletes, Events.of(events)),
                    List.of());
        }
    }
}
