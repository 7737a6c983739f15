/** Stores in files that people and other programs read. */
module dev.holdfast.store.file {
    requires transitive dev.holdfast;
    requires static org.jspecify;

    exports dev.holdfast.store.file;

    provides dev.holdfast.spi.StoreProvider with
            dev.holdfast.store.file.FileStoreProvider,
            dev.holdfast.store.file.project.RegistryStoreProvider;
}
