package dev.holdfast.cli.terminal;

import dev.holdfast.Hold;
import dev.holdfast.LockManager;
import dev.holdfast.LockView;
import dev.holdfast.Receipt;
import dev.holdfast.StoreException;
import dev.holdfast.internal.base.Moments;
import dev.holdfast.internal.base.Text;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * The line that the user sees while waiting: the holder, since when, the place in the queue, the seconds left. A thread redraws
 * it in place every second; closing removes it. The terminal's settings are never changed, so there is nothing to restore.
 */
public final class WaitingLine implements AutoCloseable {
    private static final long FIRST_MILLIS = 300;
    private static final long EVERY_MILLIS = 1000;
    private static final long LAST_LOOK_MILLIS = 2000;
    /** Back to the start of the line, which is wiped. */
    private static final String WIPE = "\r\033[K";
    /** A line that is too long is cut off instead of going on below, where it could not be wiped. */
    private static final String CUT = "\033[?7l";

    private static final String UNCUT = "\033[?7h";

    private final TerminalUser user;
    private final LockManager manager;
    private final List<String> resources;
    private final Receipt ticket;
    private final long end;
    private final Thread thread = new Thread(this::run, "holdfast-waiting-line");
    private boolean drawn;
    private final CountDownLatch closed = new CountDownLatch(1);

    private WaitingLine(
            TerminalUser user, LockManager manager, List<String> resources, Receipt ticket, Duration timeout) {
        this.user = user;
        this.manager = manager;
        this.resources = resources;
        this.ticket = ticket;
        this.end = System.nanoTime() + Moments.nanos(timeout);
    }

    /** Begins to show it, after a moment in which the wait may be over already. */
    public static WaitingLine show(
            TerminalUser user, LockManager manager, List<String> resources, Receipt ticket, Duration timeout) {
        WaitingLine line = new WaitingLine(user, manager, resources, ticket, timeout);
        line.thread.setDaemon(true);
        line.thread.start();
        return line;
    }

    /** Rings, if the wait was long enough to be seen: it is one's turn. */
    public synchronized void ring() {
        if (drawn) {
            user.err().print('\007');
            user.err().flush();
        }
    }

    private void run() {
        try {
            long pause = FIRST_MILLIS;
            while (!closed.await(pause, TimeUnit.MILLISECONDS)) {
                draw(text());
                pause = EVERY_MILLIS;
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException("This thread is never interrupted.", e);
        }
    }

    private String text() {
        try {
            for (String resource : resources) {
                LockView view = manager.view(resource);
                if (!view.free() || place(view) > 0) {
                    return text(view);
                }
            }
        } catch (StoreException e) {
            // The wait itself reports it.
        }
        return "";
    }

    private String text(LockView view) {
        StringBuilder text = new StringBuilder("Waiting for ").append(Text.name(view.resource()));
        view.holders().stream()
                .filter(judged -> !judged.state().ended())
                .findFirst()
                .ifPresent(judged -> text.append(": ").append(held(judged.hold(), view)));
        int place = place(view);
        if (place > 0) {
            text.append(", you are number ").append(place).append(" in the queue");
        }
        long left = Math.max(0, Duration.ofNanos(end - System.nanoTime()).toSeconds());
        return text.append(", ").append(left).append(" s left. Ctrl-C cancels.").toString();
    }

    private static String held(Hold hold, LockView view) {
        Duration age = Duration.between(hold.since(), view.asOf());
        long seconds = Math.max(0, age.toSeconds());
        return Text.name(hold.owner().name()) + " has it for "
                + (seconds < 60 ? seconds + " s" : age.toMinutes() + " min");
    }

    private int place(LockView view) {
        int before = 0;
        for (LockView.WaitingCaller waiter : view.queue()) {
            if (waiter.id().equals(ticket.holdId())) {
                return before + 1;
            }
            before += 1 + waiter.behind();
        }
        return 0;
    }

    private synchronized void draw(String text) {
        if (text.isEmpty() || closed.getCount() == 0 || (drawn && user.plain())) {
            return;
        }
        drawn = true;
        PrintStream err = user.err();
        err.print(user.plain() ? text + System.lineSeparator() : WIPE + CUT + text + UNCUT);
        err.flush();
    }

    @Override
    public void close() {
        synchronized (this) {
            closed.countDown();
            if (drawn && !user.plain()) {
                user.err().print(WIPE);
                user.err().flush();
            }
        }
        try {
            // It may be in the middle of a look, and the store is closed soon.
            thread.join(LAST_LOOK_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
