package dev.holdfast.spring.jobs;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.springframework.stereotype.Component;

/** The work of the jobs. */
@Component
public class Invoices {
    private final List<String> billed = new CopyOnWriteArrayList<>();
    private final CompletableFuture<String> report = new CompletableFuture<>();

    void bill(String what) {
        billed.add(what);
    }

    public List<String> billed() {
        return List.copyOf(billed);
    }

    public CompletableFuture<String> report() {
        return report;
    }
}
