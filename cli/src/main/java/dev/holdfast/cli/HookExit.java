package dev.holdfast.cli;

import dev.holdfast.cli.base.Environment;
import dev.holdfast.cli.base.ExitCode;
import dev.holdfast.cli.hook.HookLog;

/**
 * The exit code of {@code hook}, whatever happened: assistants take every code but 2 as leave to go on. It uses nothing but the
 * words that were written, so that it works where all else has failed.
 */
final class HookExit {
    private static final String AWAY = "--when-away";

    private HookExit() {}

    /** Returns whether a hook was called. */
    static boolean isAsked(String... arguments) {
        int at = Main.commandAt(arguments);
        return at < arguments.length && arguments[at].equals("hook");
    }

    /** Returns an answer as it is; in place of any other code, the answer to what cannot be judged. */
    static int of(int code, Environment environment, String... arguments) {
        if (code == ExitCode.DONE || code == ExitCode.REFUSED) {
            return code;
        }
        int answer = unjudged(arguments);
        try {
            String decision = answer == ExitCode.DONE ? "let pass" : "refused";
            HookLog.add(environment, decision + ": hook failed with code " + code + "; call it by hand to see why");
        } catch (RuntimeException | Error e) {
            return answer; // a log that cannot be written changes no answer
        }
        return answer;
    }

    /** Returns the exit code for an event that cannot be judged: it passes unless {@code --when-away} says otherwise. */
    static int unjudged(String... arguments) {
        boolean open = true;
        for (int i = 0; i < arguments.length; i++) {
            if (arguments[i].startsWith(AWAY + "=")) {
                open = arguments[i].equals(AWAY + "=open");
            } else if (arguments[i].equals(AWAY)) {
                open = i + 1 < arguments.length && arguments[i + 1].equals("open");
            }
        }
        return open ? ExitCode.DONE : ExitCode.REFUSED;
    }
}
