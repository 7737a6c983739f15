package dev.holdfast.spring;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The properties {@code holdfast.*}. Durations are written as everywhere in Holdfast: {@code 90s}, {@code 1h30m}, {@code
 * PT15M}.
 *
 * @param store the address of a store, {@code redis} for the application's Redis, or null for its DataSource
 * @param datasource the name of the DataSource bean that has the locks; null for the only or primary one
 * @param preset the preset with the policies, or null for that of the store
 * @param policies policies for some resources; the first whose pattern matches applies
 * @param schema the schema of the tables in PostgreSQL
 * @param migrate whether to create or update the tables in the application's database
 * @param key a secret of at least 32 characters, the same on all nodes; null for a random one at each start
 * @param sweep how often expired locks are removed, or {@code never}
 * @param reportOnly whether a forgotten lock is only logged
 */
@ConfigurationProperties("holdfast")
public record HoldfastProperties(
        @Nullable String store,
        @Nullable String datasource,
        @Nullable String preset,
        @DefaultValue List<PolicyProperties> policies,
        @DefaultValue("holdfast") String schema,
        @DefaultValue("true") boolean migrate,
        @Nullable String key,
        @DefaultValue("30s") String sweep,
        @DefaultValue("false") boolean reportOnly,
        @DefaultValue Web web,
        @DefaultValue Admin admin) {

    /**
     * The properties for browsers.
     *
     * @param heartbeat whether there is {@code POST /session/heartbeat}
     * @param requests whether there is {@code /locks/{id}/request}
     * @param help a sentence for refusals that says how to ask for a release
     */
    public record Web(
            @DefaultValue("true") boolean heartbeat,
            @DefaultValue("true") boolean requests,

            @DefaultValue("An administrator can release it.")
            String help) {}

    /**
     * The properties for releasing locks of others.
     *
     * @param endpoint whether there is {@code /admin/locks/{id}/release}
     * @param authority the authority that may release locks of others
     * @param open whether all users may release them without Spring Security
     */
    public record Admin(
            @DefaultValue("true") boolean endpoint,
            @DefaultValue("ROLE_ADMIN") String authority,
            @DefaultValue("false") boolean open) {}
}
