package dev.holdfast.cdi;

import jakarta.enterprise.context.ApplicationScoped;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;

/** Work for the jobs of the tests. */
@ApplicationScoped
class Invoices {
    private volatile Callable<String> work = () -> "ran";
    private final CompletableFuture<String> printed = new CompletableFuture<>();

    void work(Callable<String> newWork) {
        work = newWork;
    }

    String bill() {
        try {
            return work.call();
        } catch (Exception e) {
            throw new IllegalStateException(e.getMessage(), e);
        }
    }

    CompletableFuture<String> print() {
        return printed;
    }
}
