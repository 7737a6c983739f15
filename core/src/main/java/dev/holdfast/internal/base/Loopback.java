package dev.holdfast.internal.base;

import java.util.Locale;
import java.util.regex.Pattern;

/** The names of this machine that need no look-up. */
public final class Loopback {
    private static final Pattern NAMES =
            Pattern.compile("localhost|127\\.\\d{1,3}\\.\\d{1,3}\\.\\d{1,3}|(0:){7}1|::1|\\[(0:){7}1]|\\[::1]");

    private Loopback() {}

    /**
     * Returns whether the host is this machine, so that nothing sent to it crosses a network. Other names that resolve to this
     * machine do not count, since the answer to a look-up may be anything.
     */
    public static boolean isNamedBy(String host) {
        return NAMES.matcher(host.toLowerCase(Locale.ROOT)).matches();
    }
}
