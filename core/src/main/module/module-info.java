/**
 * Locks for work that outlives a transaction. Users need {@link dev.holdfast}, a store implements {@link dev.holdfast.spi}; the
 * other packages are for modules of Holdfast itself and change without notice.
 */
@SuppressWarnings("module") // those that use its parts are built later
module dev.holdfast {
    requires jdk.net;
    requires static org.jspecify;

    exports dev.holdfast;
    exports dev.holdfast.spi;
    exports dev.holdfast.internal.access to
            dev.holdfast.server;
    exports dev.holdfast.internal.auditlog to
            dev.holdfast.server;
    exports dev.holdfast.internal.base to
            dev.holdfast.audit,
            dev.holdfast.client,
            dev.holdfast.config,
            dev.holdfast.server,
            dev.holdfast.web,
            dev.holdfast.spring,
            dev.holdfast.store.etcd,
            dev.holdfast.store.file,
            dev.holdfast.store.redis,
            dev.holdfast.store.sql,
            dev.holdfast.store.zookeeper;
    exports dev.holdfast.internal.codec to
            dev.holdfast.store.etcd,
            dev.holdfast.store.file,
            dev.holdfast.store.redis,
            dev.holdfast.store.sql,
            dev.holdfast.store.zookeeper;
    exports dev.holdfast.internal.json to
            dev.holdfast.audit,
            dev.holdfast.client,
            dev.holdfast.server,
            dev.holdfast.web,
            dev.holdfast.store.etcd,
            dev.holdfast.store.file,
            dev.holdfast.store.sql;
    exports dev.holdfast.internal.manager to
            dev.holdfast.client,
            dev.holdfast.server,
            dev.holdfast.test;
    exports dev.holdfast.internal.process to
            dev.holdfast.client,
            dev.holdfast.server,
            dev.holdfast.store.file,
            dev.holdfast.store.sql;
    exports dev.holdfast.internal.rules to
            dev.holdfast.server,
            dev.holdfast.store.file;
    exports dev.holdfast.internal.storage to
            dev.holdfast.client,
            dev.holdfast.server,
            dev.holdfast.store.etcd,
            dev.holdfast.store.file,
            dev.holdfast.store.memory,
            dev.holdfast.store.redis,
            dev.holdfast.store.sql,
            dev.holdfast.store.zookeeper;
    exports dev.holdfast.internal.views to
            dev.holdfast.audit,
            dev.holdfast.client,
            dev.holdfast.server,
            dev.holdfast.web,
            dev.holdfast.spring;

    uses dev.holdfast.LockManager.Provider;
    uses dev.holdfast.spi.StoreManagers;
    uses dev.holdfast.spi.StoreProvider;

    provides dev.holdfast.LockManager.Provider with
            dev.holdfast.internal.manager.Managers;
    provides dev.holdfast.spi.StoreManagers with
            dev.holdfast.internal.manager.Managers;
}
