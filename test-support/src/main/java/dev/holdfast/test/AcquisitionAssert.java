package dev.holdfast.test;

import dev.holdfast.Acquisition;
import dev.holdfast.LockView.Holder;
import java.util.List;
import org.assertj.core.api.AbstractAssert;

/** Assertions on the answer to a request for locks. */
public final class AcquisitionAssert extends AbstractAssert<AcquisitionAssert, Acquisition> {
    AcquisitionAssert(Acquisition acquisition) {
        super(acquisition, AcquisitionAssert.class);
    }

    /** Verifies that all resources were granted. */
    public AcquisitionAssert isGranted() {
        isNotNull();
        if (!actual.granted()) {
            failWithMessage("Expected the locks to be granted, but they were refused because of %s.", names());
        }
        return this;
    }

    /** Verifies that the request was refused. */
    public AcquisitionAssert isRefused() {
        isNotNull();
        if (actual.granted()) {
            failWithMessage("Expected the locks to be refused, but they were granted.");
        }
        return this;
    }

    /** Verifies that the request was refused because that owner holds one of the resources. */
    public AcquisitionAssert isRefusedBecauseOf(String owner) {
        isRefused();
        if (!names().contains(owner)) {
            failWithMessage(
                    "Expected the locks to be refused because of %s, but it was because of %s.", owner, names());
        }
        return this;
    }

    private List<String> names() {
        return actual.refusals().stream()
                .flatMap(refusal -> refusal.holders().stream())
                .map(Holder::name)
                .toList();
    }
}
