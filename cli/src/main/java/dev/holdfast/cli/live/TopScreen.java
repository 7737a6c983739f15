package dev.holdfast.cli.live;

import dev.holdfast.LockView;
import dev.holdfast.cli.live.LockTable.SortOrder;
import dev.holdfast.cli.output.Palette;
import dev.holdfast.internal.base.Text;
import java.time.Duration;
import java.time.LocalTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The picture of the locks on a screen of some size: a line about all, the table, the keys. */
final class TopScreen {
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT);
    private static final int LINES_AROUND = 4;

    private final String place;
    private final Palette palette;
    private SortOrder order = SortOrder.NAME;
    private int first;
    private int page = 1;

    TopScreen(String place, Palette palette) {
        this.place = place;
        this.palette = palette;
    }

    /** Reacts to a key. */
    void press(TopKey key) {
        switch (key) {
            case NAME -> sort(SortOrder.NAME);
            case AGE -> sort(SortOrder.AGE);
            case WAITING -> sort(SortOrder.QUEUE);
            case DOWN -> first++;
            case UP -> first--;
            case PAGE_DOWN -> first += page;
            case PAGE_UP -> first -= page;
            case QUIT, OTHER -> {}
        }
    }

    private void sort(SortOrder by) {
        order = by;
        first = 0;
    }

    /** Returns the lines, as many as the screen has at most. */
    List<String> lines(
            List<LockView> views, Duration sinceThen, @Nullable String problem, LocalTime now, RawTerminal.Size size) {
        LockTable table = new LockTable(size.width());
        List<String> rows = table.lines(views, sinceThen, order);
        page = Math.max(1, size.height() - LINES_AROUND);
        first = Math.max(0, Math.min(first, rows.size() - page));
        List<String> lines = new ArrayList<>();
        String clock = "holdfast top " + now.format(TIME) + "  ";
        lines.add(Cells.fit(clock + LockTable.summary(views) + "  " + place, size.width()));
        lines.add(problem == null ? "" : palette.warning(Cells.fit(Text.shown(problem), size.width())));
        lines.add(palette.heading(table.header()));
        List<String> shown = rows.subList(first, Math.min(rows.size(), first + page));
        lines.addAll(shown);
        if (rows.isEmpty() && problem == null) {
            lines.add(Cells.fit("No locks: everything is free.", size.width()));
        }
        while (lines.size() < size.height() - 1) {
            lines.add("");
        }
        String part =
                rows.size() > page ? (first + 1) + "-" + (first + shown.size()) + " of " + rows.size() + "  " : "";
        lines.add(Cells.fit(part + "q quit  n by name  a by age  w by queue  arrows, space: scroll", size.width() - 1));
        return lines.subList(0, Math.min(lines.size(), size.height()));
    }
}
