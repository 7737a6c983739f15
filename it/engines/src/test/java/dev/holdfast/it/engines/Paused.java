package dev.holdfast.it.engines;

import dev.holdfast.LockHandle;
import dev.holdfast.LockManager;
import dev.holdfast.LockRequest;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * The main program of a process that takes a lock with a short lease, says its fence, and writes when it is told to, without
 * asking first whether it still holds. It ends with {@link #LOST} if it heard of its loss.
 */
final class Paused {
    static final int LOST = 76;
    static final int NEVER_TOLD = 1;

    private Paused() {}

    /** Arguments: the store's address, the time to live in milliseconds. */
    public static void main(String[] args) throws Exception {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        int code;
        try (LockManager locks = Patient.open(args[0])) {
            LockHandle handle = locks.acquire(LockRequest.of("data")
                    .ttl(Duration.ofMillis(Long.parseLong(args[1])))
                    .timeout(Duration.ofMinutes(2)));
            say("holds " + handle.fence());
            in.readLine();
            say("writes " + handle.fence());
            in.readLine();
            code = handle.isHeld() ? 0 : told(handle);
        }
        System.exit(code);
    }

    private static int told(LockHandle handle) throws Exception {
        handle.lost().get(120, TimeUnit.SECONDS);
        return LOST;
    }

    private static void say(String line) {
        System.out.println(line);
        System.out.flush();
    }
}
