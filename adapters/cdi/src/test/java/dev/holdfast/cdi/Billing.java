package dev.holdfast.cdi;

import dev.holdfast.cdi.Locked.WhenHeld;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** The sample of {@code docs/jobs.md}, and further methods under locks. */
@ApplicationScoped
class Billing {
    @Inject
    Invoices invoices;

    @Inject
    Ledger ledger;

    @Locked(value = "billing", waitFor = "5m", whenHeld = WhenHeld.FAIL)
    public String bill(@LockKey String region) {
        return invoices.bill();
    }

    @Locked("nightly")
    public String billAll() {
        return invoices.bill();
    }

    @Locked("nightly")
    public Optional<String> billIfFree() {
        return Optional.of(invoices.bill());
    }

    @Locked(value = "nightly", whenHeld = WhenHeld.FAIL)
    public int countOrFail() {
        return 1;
    }

    @Locked("nightly")
    public CompletableFuture<String> print() {
        return invoices.print();
    }

    @Locked(value = "short", keep = "10m")
    public String brief() {
        return "ran";
    }

    @Locked("nightly")
    public String nested(Runnable before) {
        before.run();
        return ledger.close();
    }

    /** Under the lock of its caller, if that has one. */
    @ApplicationScoped
    static class Ledger {
        @Locked("nightly")
        public String close() {
            return "closed";
        }
    }
}
