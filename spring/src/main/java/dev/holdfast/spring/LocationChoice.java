package dev.holdfast.spring;

import dev.holdfast.session.LockLocation;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;

/**
 * Chooses where the locks are: in the configured store, else in the application's database, else in its Redis if there is no
 * suitable database.
 */
record LocationChoice(
        StoreChoice choice,
        ObjectProvider<DataSource> sources,
        @Nullable OwnRedis redis) {
    /** The value of {@code holdfast.store} for the application's Redis. */
    private static final String REDIS = "redis";

    LockLocation of(@Nullable String named) {
        if (REDIS.equals(named)) {
            return ownRedis();
        }
        if (named != null) {
            return choice.at(named);
        }
        DataSource source = sources.getIfUnique();
        if (source == null) {
            return withoutDatabase();
        }
        try {
            return choice.in(source);
        } catch (NoStoreException e) {
            if (e.unsuitable() && redis != null && redis.there()) {
                return choice.in(redis);
            }
            throw e;
        }
    }

    private LockLocation ownRedis() {
        if (redis == null || !redis.there()) {
            throw new NoStoreException(
                    "holdfast.store=redis asks for locks in the application's Redis, and there is none.",
                    "Add org.springframework.boot:spring-boot-starter-data-redis and dev.holdfast:holdfast-store-redis, and"
                            + " configure spring.data.redis.*; or write the whole address, such as"
                            + " redis://localhost:6379.",
                    null);
        }
        return choice.in(redis);
    }

    private LockLocation withoutDatabase() {
        boolean several = sources.stream().findAny().isPresent();
        if (!several && redis != null && redis.there()) {
            return choice.in(redis);
        }
        throw new NoStoreException(
                several
                        ? "There are several DataSources, and it is not configured which of them has the locks."
                        : "No store is configured for locks: the application has no DataSource, and holdfast.store is not set.",
                "Configure spring.datasource.url, or mark one DataSource as @Primary; or set holdfast.store to redis, for"
                        + " the application's own, or to the address of a store, such as redis://localhost:6379 or"
                        + " sqlite:locks.db.",
                null);
    }
}
