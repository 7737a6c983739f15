/** A lock manager that works through a server. */
module dev.holdfast.client {
    requires transitive dev.holdfast;
    requires java.net.http;
    requires static org.jspecify;

    exports dev.holdfast.client;

    provides dev.holdfast.LockManager.Provider with
            dev.holdfast.client.HttpLocksProvider;
}
