package dev.holdfast.spring;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Explains why an application does not start with its locks, and what to do. */
final class HoldfastFailureAnalyzer extends AbstractFailureAnalyzer<NotStartedException> {
    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, NotStartedException cause) {
        return new FailureAnalysis(cause.getMessage(), cause.cure(), cause);
    }
}
