package dev.holdfast.torture;

import dev.holdfast.LockManager;
import dev.holdfast.ManagerOptions;
import dev.holdfast.StoreException;
import dev.holdfast.spi.StoreManagers;
import dev.holdfast.spi.StoreProvider;
import java.time.Duration;
import java.time.InstantSource;
import java.util.function.Supplier;

/** Opens managers on stores that may be down at the moment. */
final class Opening {
    private static final Duration MAX_TIME = Duration.ofMinutes(2);

    private Opening() {}

    static LockManager open(String address, Assignment assignment, InstantSource clock) {
        ManagerOptions options = ManagerOptions.DEFAULT
                .policies(Rulebook.policies(assignment.lease(), assignment.cooldown()))
                .clocks(clock, System::nanoTime);
        return patiently(() -> assignment.flaw() == Flaw.BLIND && !address.startsWith("http")
                ? StoreManagers.over(new BlindStore(StoreProvider.openStore(address, clock)), options)
                : LockManager.open(address, options));
    }

    static LockManager patiently(Supplier<LockManager> opening) {
        long begin = System.nanoTime();
        while (true) {
            try {
                return opening.get();
            } catch (StoreException e) {
                if (System.nanoTime() - begin > MAX_TIME.toNanos()) {
                    throw e;
                }
                Pauses.millis(50);
            }
        }
    }
}
