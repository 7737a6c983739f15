/** A store in the memory of one process. */
module dev.holdfast.store.memory {
    requires transitive dev.holdfast;
    requires static org.jspecify;

    exports dev.holdfast.store.memory;

    provides dev.holdfast.spi.StoreProvider with
            dev.holdfast.store.memory.MemoryStoreProvider;
}
