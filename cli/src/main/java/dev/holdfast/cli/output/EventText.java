package dev.holdfast.cli.output;

import dev.holdfast.HistoryEntry;
import dev.holdfast.LockEvent;
import dev.holdfast.internal.base.Text;
import dev.holdfast.internal.views.JsonAnswer;
import dev.holdfast.internal.views.LockJson;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;

/** Events of the history, for people and for programs. */
public final class EventText {
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss", Locale.ROOT);

    private EventText() {}

    /** Returns one line: time, kind, resource, holder, actor and reason. */
    public static String line(HistoryEntry past, ZoneId zone) {
        LockEvent event = past.event();
        StringBuilder line = new StringBuilder(past.at().atZone(zone).format(TIME));
        line.append(String.format(Locale.ROOT, "  %-11s  ", LockJson.label(event.kind())));
        line.append(Text.name(event.resource()))
                .append("  ")
                .append(Text.name(event.hold().owner().name()));
        if (!event.actor().isEmpty()) {
            line.append("  by ").append(Text.name(event.actor()));
        }
        String why =
                event.reason().isEmpty() && event.kind().begins() ? event.hold().note() : event.reason();
        if (!why.isEmpty()) {
            line.append("  (").append(why).append(')');
        }
        return line.toString();
    }

    public static JsonAnswer json(List<HistoryEntry> events) {
        return new JsonAnswer()
                .with("events", events.stream().map(LockJson::event).toList());
    }
}
