package dev.holdfast.spring;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Explains why an application without a store for locks does not start, and what to do. */
final class StoreFailureAnalyzer extends AbstractFailureAnalyzer<NoStoreException> {
    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, NoStoreException cause) {
        return new FailureAnalysis(cause.getMessage(), cause.cure(), cause);
    }
}
