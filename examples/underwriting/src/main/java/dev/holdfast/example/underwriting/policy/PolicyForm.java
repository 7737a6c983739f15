package dev.holdfast.example.underwriting.policy;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A policy with all that belongs to it, as it is shown and comes back.
 *
 * @param version how often it was saved before it was shown
 * @param modifiedBy who saved it last
 */
public record PolicyForm(
        long id,
        String holder,
        String product,
        String riskClass,
        BigDecimal premium,
        List<CoverageForm> coverages,
        List<Line> endorsements,
        List<Line> insureds,
        long version,
        @Nullable String modifiedBy,
        @Nullable Instant modified) {

    /** A coverage; without an id if it is new. */
    public record CoverageForm(@Nullable Long id, String name, BigDecimal sum) {}

    /** Another part of it, in one line of text. */
    public record Line(@Nullable Long id, String text) {}
}
