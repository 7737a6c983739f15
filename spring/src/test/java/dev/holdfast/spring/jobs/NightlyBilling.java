package dev.holdfast.spring.jobs;

import dev.holdfast.spring.Locked;
import dev.holdfast.spring.Locked.WhenHeld;
import java.util.concurrent.CompletableFuture;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

@Component
public class NightlyBilling {
    private final Invoices invoices;

    NightlyBilling(Invoices invoices) {
        this.invoices = invoices;
    }

    @Scheduled(cron = "0 0 2 * * *")
    @Locked(value = "nightly-billing", keep = "1m")
    public void billAll() {
        invoices.bill("all");
    }

    @Locked(value = "billing", key = "#region", waitFor = "5m", whenHeld = WhenHeld.FAIL)
    public void bill(String region) {
        invoices.bill(region);
    }

    @Locked("billing-report")
    public CompletableFuture<String> report() {
        return invoices.report();
    }
}
