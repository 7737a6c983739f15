package dev.holdfast.spring;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Says in sentences why an application without a place for its locks does not start, and what to do about it. */
final class StoreFailureAnalyzer extends AbstractFailureAnalyzer<NoStoreException> {
    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, NoStoreException cause) {
        return new FailureAnalysis(cause.getMessage(), cause.cure(), cause);
    }
}
