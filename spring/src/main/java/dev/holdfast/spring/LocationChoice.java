package dev.holdfast.spring;

import dev.holdfast.session.LockLocation;
import java.util.List;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;

/**
 * Chooses where the locks are: in the configured store or DataSource, else in the application's database, else in its Redis if
 * there is no suitable database.
 */
record LocationChoice(
        StoreChoice choice,
        ListableBeanFactory beans,
        ObjectProvider<DataSource> sources,
        @Nullable OwnRedis redis) {
    /** The value of {@code holdfast.store} for the application's Redis. */
    private static final String REDIS = "redis";

    LockLocation location() {
        String store = choice.properties().store();
        String source = choice.properties().datasource();
        if (store != null && source != null) {
            throw new NoStoreException(
                    "Both holdfast.store and holdfast.datasource are set, and the locks are in one place.",
                    "Remove one of them: holdfast.store is an address, holdfast.datasource is the name of a bean.",
                    null);
        }
        if (source != null) {
            return choice.in(named(source));
        }
        if (REDIS.equals(store)) {
            return ownRedis();
        }
        return store == null ? unnamed() : choice.at(store);
    }

    private DataSource named(String name) {
        List<String> names = List.of(beans.getBeanNamesForType(DataSource.class));
        if (!names.contains(name)) {
            String nearest = NearestName.to(name, names);
            throw new NoStoreException(
                    "There is no DataSource bean '" + name + "', which holdfast.datasource names"
                            + (nearest == null ? "." : "; did you mean '" + nearest + "'?"),
                    names.isEmpty()
                            ? "Define a DataSource bean of that name, or set holdfast.store to the address of a store."
                            : "Set holdfast.datasource to one of: " + String.join(", ", names) + ".",
                    null);
        }
        return beans.getBean(name, DataSource.class);
    }

    private LockLocation unnamed() {
        DataSource source = sources.getIfUnique();
        if (source == null) {
            return withoutDatabase(sources.stream().findAny().isPresent());
        }
        try {
            return shared(choice.in(source));
        } catch (NoStoreException e) {
            if (e.unsuitable() && redis != null && redis.there()) {
                return choice.in(redis);
            }
            throw e;
        }
    }

    /** Returns the location, or the application's Redis if only this process would see the locks, as in H2's memory. */
    private LockLocation shared(LockLocation location) {
        if (redis == null
                || !redis.there()
                || !location.locks().admin().traits().oneProcess()) {
            return location;
        }
        location.locks().close();
        return choice.in(redis);
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

    private LockLocation withoutDatabase(boolean several) {
        if (!several && redis != null && redis.there()) {
            return choice.in(redis);
        }
        if (several) {
            throw new NoStoreException(
                    "There are several DataSources, and it is not configured which of them has the locks.",
                    "Set holdfast.datasource to one of: "
                            + String.join(", ", beans.getBeanNamesForType(DataSource.class))
                            + ". Or mark one as @Primary, or set holdfast.store to redis or the address of a store.",
                    null);
        }
        throw new NoStoreException(
                "No store is configured for locks: the application has no DataSource, and holdfast.store is not set.",
                "Configure spring.datasource.url; or set holdfast.store to redis, for the application's own, or to the"
                        + " address of a store, such as redis://localhost:6379 or sqlite:locks.db.",
                null);
    }
}
