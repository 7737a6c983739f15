package dev.holdfast.testkit;

import dev.holdfast.spi.LockStore;
import java.util.Random;

/** The tools of each part of the conformance suite. */
interface ContractPart {

    /** Opens another store on this test's storage, as another process would. It is closed after the test. */
    LockStore connect();

    /** Returns a source of the same numbers in every run, so that a failure can be repeated. */
    default Random random() {
        return new Random(20260302);
    }
}
