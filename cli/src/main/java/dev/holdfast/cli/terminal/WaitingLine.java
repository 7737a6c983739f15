package dev.holdfast.cli.terminal;

import java.io.PrintStream;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;

/**
 * The line that the user sees while waiting. A thread redraws it in place every second; closing removes it. The terminal's settings are never changed, so there is nothing to restore.
 */
final class WaitingLine implements WaitNotice {
    private static final long FIRST_MILLIS = 300;
    private static final long EVERY_MILLIS = 1000;
    private static final long LAST_LOOK_MILLIS = 2000;
    /** Back to the start of the line, which is wiped. */
    private static final String WIPE = "\r\033[K";
    /** A line that is too long is cut off instead of going on below, where it could not be wiped. */
    private static final String CUT = "\033[?7l";

    private static final String UNCUT = "\033[?7h";

    private final TerminalUser user;
    private final IntFunction<String> text;
    private final Thread thread = new Thread(this::run, "holdfast-waiting-line");
    private boolean drawn;
    private final CountDownLatch closed = new CountDownLatch(1);

    private WaitingLine(TerminalUser user, IntFunction<String> text) {
        this.user = user;
        this.text = text;
    }

    /** Begins to show it, after a moment in which the wait may be over already. */
    static WaitingLine show(TerminalUser user, IntFunction<String> text) {
        WaitingLine line = new WaitingLine(user, text);
        line.thread.setDaemon(true);
        line.thread.start();
        return line;
    }

    /** Rings, if the wait was long enough to be seen: it is one's turn. */
    @Override
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
                draw(text.apply(WaitingText.FITS_A_LINE));
                pause = EVERY_MILLIS;
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException("This thread is never interrupted.", e);
        }
    }

    private synchronized void draw(String sentence) {
        if (sentence.isEmpty() || closed.getCount() == 0 || (drawn && user.plain())) {
            return;
        }
        drawn = true;
        PrintStream err = user.err();
        String line = sentence + " Ctrl-C cancels.";
        err.print(user.plain() ? line + System.lineSeparator() : WIPE + CUT + line + UNCUT);
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
