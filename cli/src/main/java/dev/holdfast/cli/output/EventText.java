package dev.holdfast.cli.output;

import dev.holdfast.rules.Hold;
import dev.holdfast.rules.Notice;
import dev.holdfast.store.Json;
import dev.holdfast.store.PastEvent;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Events of the history, for people and for programs. */
public final class EventText {
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss", Locale.ROOT);

    private EventText() {}

    /** One line in that time zone: when, what happened, to which resource, whose it was, who did it and why. */
    public static String line(PastEvent past, ZoneId zone) {
        Notice notice = past.event().notice();
        StringBuilder line = new StringBuilder(past.at().atZone(zone).format(TIME));
        line.append(String.format(Locale.ROOT, "  %-11s  ", label(notice.kind())));
        line.append(past.event().resource())
                .append("  ")
                .append(notice.hold().owner().name());
        if (!notice.actor().isEmpty()) {
            line.append("  by ").append(notice.actor());
        }
        String why = notice.reason().isEmpty() && notice.kind().begins()
                ? notice.hold().note()
                : notice.reason();
        if (!why.isEmpty()) {
            line.append("  (").append(why).append(')');
        }
        return line.toString();
    }

    /** All of them as one JSON object. */
    public static String json(List<PastEvent> events) {
        return Json.writePretty(
                Map.of("events", events.stream().map(EventText::tree).toList()));
    }

    private static Map<String, @Nullable Object> tree(PastEvent past) {
        Notice notice = past.event().notice();
        Hold hold = notice.hold();
        Map<String, @Nullable Object> tree = new LinkedHashMap<>();
        tree.put("at", past.at().toString());
        tree.put("kind", label(notice.kind()));
        tree.put("resource", past.event().resource());
        tree.put("owner", Map.of("id", hold.owner().id(), "name", hold.owner().name()));
        tree.put("mode", hold.mode().name().toLowerCase(Locale.ROOT));
        tree.put("fence", hold.fence());
        tree.put("since", hold.since().toString());
        tree.put("note", hold.note());
        tree.put("actor", notice.actor());
        tree.put("reason", notice.reason());
        return tree;
    }

    private static String label(Notice.Kind kind) {
        return kind.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
