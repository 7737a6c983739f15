/** Locks of the JDK's interface that several processes share. */
module dev.holdfast.juc {
    requires transitive dev.holdfast;
    requires static org.jspecify;

    exports dev.holdfast.juc;
}
