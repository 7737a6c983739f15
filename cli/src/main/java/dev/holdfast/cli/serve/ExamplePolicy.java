package dev.holdfast.cli.serve;

import dev.holdfast.Policies;

/** The policy of the page {@code /example}, which promises to keep a draft. */
public final class ExamplePolicy {
    private static final String RESOURCE = "example/policy/12345";

    private ExamplePolicy() {}

    /** Returns the policies with it. One of the project for the same resource comes first. */
    public static Policies addedTo(Policies policies) {
        return policies.and(
                policies.otherwise().toBuilder().pattern(RESOURCE).drafts(true).build());
    }
}
