package dev.holdfast.cli.live;

import dev.holdfast.Hold;
import dev.holdfast.LockView;
import dev.holdfast.LockView.Verdict;
import dev.holdfast.Mode;
import dev.holdfast.internal.base.Text;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Locks as lines of a table: resource, holder, age, time left, queue, and the note if there is room for it. */
final class LockTable {
    private static final int NUMBER = 7;
    private static final int QUEUE = 5;
    private static final int NOTE_FROM = 100;
    private static final int HOURS_UNTIL_DAYS = 48;

    /** The order of the lines. */
    enum SortOrder {
        NAME,
        AGE,
        QUEUE
    }

    private record Row(String resource, String holder, Duration age, String left, int queue, String note) {}

    private final int width;

    LockTable(int width) {
        this.width = width;
    }

    String header() {
        return line("RESOURCE", "HOLDER", "AGE", "LEFT", "QUEUE", "NOTE");
    }

    /** Returns a line for each holder, and for each resource that is waited for. */
    List<String> lines(List<LockView> views, Duration sinceThen, SortOrder order) {
        List<Row> rows = new ArrayList<>();
        for (LockView view : views) {
            Instant now = view.asOf().plus(sinceThen);
            String name = Text.name(view.resource());
            view.holders().forEach(judged -> rows.add(row(name, view, judged, now)));
            if (view.holders().isEmpty()) {
                rows.add(new Row(name, "(free)", Duration.ZERO, "-", view.waiting(), ""));
            }
        }
        return rows.stream()
                .sorted(comparator(order))
                .map(row -> line(
                        row.resource(),
                        row.holder(),
                        length(row.age()),
                        row.left(),
                        row.queue() == 0 ? "-" : Integer.toString(row.queue()),
                        row.note()))
                .toList();
    }

    private static Comparator<Row> comparator(SortOrder order) {
        Comparator<Row> byName = Comparator.comparing(Row::resource);
        return switch (order) {
            case NAME -> byName;
            case AGE -> Comparator.comparing(Row::age).reversed().thenComparing(byName);
            case QUEUE -> Comparator.comparing(Row::queue).reversed().thenComparing(byName);
        };
    }

    private static Row row(String name, LockView view, LockView.Holder judged, Instant now) {
        Hold hold = judged.hold();
        String holder = Text.name(judged.name()) + (hold.mode() == Mode.SHARED ? " (shared)" : "");
        Duration age = Duration.between(judged.since(), now);
        return new Row(name, holder, age, left(judged, now), view.waiting(), hold.note());
    }

    private static String left(LockView.Holder judged, Instant now) {
        return switch (judged.state()) {
            case SUSPECT -> "stale";
            case EXPIRED -> "over";
            case DEAD -> "ended";
            case LIVE ->
                judged.until()
                        .map(until -> length(Duration.between(now, until)))
                        .orElse("-");
        };
    }

    private String line(String resource, String holder, String age, String left, String queue, String note) {
        int noteWidth = width < NOTE_FROM ? 0 : width / 4;
        int names = Math.max(2, width - 2 * NUMBER - QUEUE - 4 - (noteWidth == 0 ? 0 : noteWidth + 1));
        int first = (names + 1) / 2;
        return Cells.fit(
                Cells.fit(resource, first) + " " + Cells.fit(holder, names - first) + " " + right(age, NUMBER) + " "
                        + right(left, NUMBER) + " " + right(queue, QUEUE)
                        + (noteWidth == 0 ? "" : " " + Cells.fit(note, noteWidth)),
                width);
    }

    private static String right(String text, int cells) {
        return " ".repeat(Math.max(0, cells - text.length())) + text;
    }

    /** Returns a length of time as {@code 45s}, {@code 12m}, {@code 3h05m} or {@code 4d}. */
    static String length(Duration length) {
        long seconds = Math.max(0, length.toSeconds());
        if (seconds < 60) {
            return seconds + "s";
        } else if (seconds < 3600) {
            return seconds / 60 + "m" + (seconds < 600 ? two(seconds % 60) + "s" : "");
        } else if (length.toHours() < HOURS_UNTIL_DAYS) {
            return length.toHours() + "h" + two(length.toMinutesPart()) + "m";
        }
        return length.toDays() + "d";
    }

    private static String two(long number) {
        return (number < 10 ? "0" : "") + number;
    }

    /** Returns what there is, in numbers. */
    static String summary(List<LockView> views) {
        long held = views.stream().filter(view -> !view.free()).count();
        long stale = views.stream()
                .flatMap(view -> view.holders().stream())
                .filter(judged -> judged.state() == Verdict.SUSPECT)
                .count();
        int waiting = views.stream().mapToInt(LockView::waiting).sum();
        return held + " held, " + stale + " stale, " + waiting + " waiting";
    }
}
