package dev.holdfast.cli.terminal;

import dev.holdfast.LockManager;
import dev.holdfast.LockView;
import dev.holdfast.Receipt;
import dev.holdfast.StoreException;
import dev.holdfast.internal.base.Ages;
import dev.holdfast.internal.base.Moments;
import dev.holdfast.internal.base.Text;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The state of a wait in words: the holders, since when, the place in the queue, the time left. */
public final class WaitingText {
    /** A line at a terminal is cut at its width, and the end of the sentence has the time that is left. */
    static final int FITS_A_LINE = 3;

    private static final int SECONDS_UNTIL_WORDS = 600;

    private final LockManager manager;
    private final List<String> resources;
    private final @Nullable Receipt ticket;
    private final long end;

    /** @param ticket by which the caller's place in the queue is known; null if it stands in no queue */
    public WaitingText(LockManager manager, List<String> resources, @Nullable Receipt ticket, Duration timeout) {
        this.manager = manager;
        this.resources = List.copyOf(resources);
        this.ticket = ticket;
        this.end = System.nanoTime() + Moments.nanos(timeout);
    }

    /**
     * Returns a sentence, or nothing if no resource is in the way or the store cannot be asked.
     *
     * @param maxNamed how many holders it names at most
     */
    public String now(int maxNamed) {
        try {
            for (String resource : resources) {
                LockView view = manager.view(resource);
                if (!view.free() || place(view) > 0) {
                    return text(view, maxNamed);
                }
            }
        } catch (StoreException e) {
            // The wait itself reports it.
        }
        return "";
    }

    private String text(LockView view, int maxNamed) {
        StringBuilder text = new StringBuilder("Waiting for ").append(Text.name(view.resource()));
        List<LockView.Holder> holders = view.holders().stream()
                .filter(judged -> !judged.state().ended())
                .toList();
        if (!holders.isEmpty()) {
            text.append(": ")
                    .append(names(holders, maxNamed))
                    .append(holders.size() == 1 ? " has it for " : " share it for ");
            text.append(age(holders.get(0), view));
        }
        int place = place(view);
        if (place > 0) {
            text.append(", you are number ").append(place).append(" in the queue");
        }
        return text.append(", ").append(left()).append(" left.").toString();
    }

    private static String names(List<LockView.Holder> holders, int maxNamed) {
        List<String> names = holders.stream()
                .limit(maxNamed)
                .map(judged -> Text.name(judged.name()))
                .toList();
        int others = holders.size() - names.size();
        return String.join(", ", names) + (others == 0 ? "" : " and " + others + " more");
    }

    private static String age(LockView.Holder first, LockView view) {
        Duration age = Duration.between(first.since(), view.asOf());
        long seconds = Math.max(0, age.toSeconds());
        return seconds < 60 ? seconds + " s" : age.toMinutes() + " min";
    }

    private String left() {
        Duration left = Duration.ofNanos(Math.max(0, end - System.nanoTime()));
        return left.toSeconds() < SECONDS_UNTIL_WORDS ? left.toSeconds() + " s" : Ages.words(left);
    }

    private int place(LockView view) {
        int before = 0;
        for (LockView.WaitingCaller waiter : view.queue()) {
            if (ticket != null && waiter.id().equals(ticket.holdId())) {
                return before + 1;
            }
            before += 1 + waiter.behind();
        }
        return 0;
    }
}
