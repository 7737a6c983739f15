package dev.holdfast.cli.output;

import dev.holdfast.LockView;
import dev.holdfast.rules.Hold;
import dev.holdfast.rules.Outcome;
import dev.holdfast.rules.ProcessId;
import dev.holdfast.rules.Ticket;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Locks for programs: trees for {@link dev.holdfast.store.Json}, with the same fields always there and times in UTC. */
public final class LockJson {
    private LockJson() {}

    /** One resource: {@code resource, free, holds, waiting, asOf}. */
    public static Map<String, @Nullable Object> of(LockView view) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("resource", view.resource());
        fields.put("free", view.free());
        fields.put("holds", view.holds().stream().map(LockJson::of).toList());
        fields.put("waiting", view.queue().stream().map(LockJson::of).toList());
        fields.put("asOf", text(view.asOf()));
        return fields;
    }

    /** One hold: {@code owner, name, mode, state, since, seen, until, note, fence, processes}. */
    public static Map<String, @Nullable Object> of(Outcome.Judged judged) {
        Hold hold = judged.hold();
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("owner", hold.owner().id());
        fields.put("name", hold.owner().name());
        fields.put("mode", label(hold.mode()));
        fields.put("state", label(judged.verdict()));
        fields.put("since", text(hold.since()));
        fields.put("seen", text(hold.seen()));
        fields.put("until", text(hold.until()));
        fields.put("note", hold.note());
        fields.put("fence", hold.fence());
        fields.put("processes", processes(hold.owner().processes()));
        return fields;
    }

    private static Map<String, @Nullable Object> of(Ticket ticket) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("owner", ticket.claim().owner().id());
        fields.put("name", ticket.claim().owner().name());
        fields.put("mode", label(ticket.claim().mode()));
        fields.put("since", text(ticket.since()));
        return fields;
    }

    private static List<Map<String, Object>> processes(List<ProcessId> processes) {
        return processes.stream()
                .map(process -> Map.<String, Object>of("pid", process.pid(), "host", process.host()))
                .toList();
    }

    private static @Nullable String text(@Nullable Instant moment) {
        return moment == null ? null : moment.toString();
    }

    private static String label(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }
}
