package dev.holdfast.testkit;

import dev.holdfast.store.LockStore;
import java.util.Random;

/** What each part of the conformance suite may ask for. */
interface ContractPart {

    /** Another store on this test's storage, as another process would open it. It is closed after the test. */
    LockStore connect();

    /** The same for every run, so that a failure comes again. */
    default Random random() {
        return new Random(20260302);
    }
}
