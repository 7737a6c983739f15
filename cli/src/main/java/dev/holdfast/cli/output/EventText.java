package dev.holdfast.cli.output;

import dev.holdfast.json.JsonAnswer;
import dev.holdfast.json.LockJson;
import dev.holdfast.rules.Notice;
import dev.holdfast.rules.Text;
import dev.holdfast.store.PastEvent;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;

/** Events of the history, for people and for programs. */
public final class EventText {
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss", Locale.ROOT);

    private EventText() {}

    /** Returns one line: time, kind, resource, holder, actor and reason. */
    public static String line(PastEvent past, ZoneId zone) {
        Notice notice = past.event().notice();
        StringBuilder line = new StringBuilder(past.at().atZone(zone).format(TIME));
        line.append(String.format(Locale.ROOT, "  %-11s  ", LockJson.label(notice.kind())));
        line.append(Text.name(past.event().resource()))
                .append("  ")
                .append(Text.name(notice.hold().owner().name()));
        if (!notice.actor().isEmpty()) {
            line.append("  by ").append(Text.name(notice.actor()));
        }
        String why = notice.reason().isEmpty() && notice.kind().begins()
                ? notice.hold().note()
                : notice.reason();
        if (!why.isEmpty()) {
            line.append("  (").append(why).append(')');
        }
        return line.toString();
    }

    /** Returns all events as JSON. */
    public static JsonAnswer json(List<PastEvent> events) {
        return new JsonAnswer()
                .with("events", events.stream().map(LockJson::event).toList());
    }
}
