/** A lock provider for ShedLock. */
module dev.holdfast.shedlock {
    requires transitive dev.holdfast;
    requires transitive net.javacrumbs.shedlock.core;
    requires static org.jspecify;

    exports dev.holdfast.shedlock;
}
