package dev.holdfast.spring;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * What {@code holdfast.*} says. Durations are written as everywhere in Holdfast: {@code 90s}, {@code 1h30m}, {@code PT15M}.
 *
 * @param store the address of a store, {@code redis} for the application's own, or null for its DataSource
 * @param preset whose policies apply, or null for that of the store
 * @param policies what is different for some resources; the first whose pattern matches applies
 * @param schema that has the tables in PostgreSQL
 * @param migrate whether to make or update the tables in the application's database
 * @param key a secret of at least 32 characters, the same on all nodes; null for one that is made up at each start
 * @param sweep how often what is over is tidied away, or {@code never}
 * @param reportOnly whether a forgotten lock is only logged
 */
@ConfigurationProperties("holdfast")
public record HoldfastProperties(
        @Nullable String store,
        @Nullable String preset,
        @DefaultValue List<Map<String, String>> policies,
        @DefaultValue("holdfast") String schema,
        @DefaultValue("true") boolean migrate,
        @Nullable String key,
        @DefaultValue("30s") String sweep,
        @DefaultValue("false") boolean reportOnly,
        @DefaultValue Web web,
        @DefaultValue Admin admin) {

    /**
     * What browsers get.
     *
     * @param heartbeat whether {@code POST /session/heartbeat} is there
     * @param help what to add to a refusal: how to ask for a release
     */
    public record Web(
            @DefaultValue("true") boolean heartbeat,

            @DefaultValue("An administrator can release it.")
            String help) {}

    /**
     * Who may release what others hold.
     *
     * @param endpoint whether {@code /admin/locks/{id}/release} is there
     * @param authority that lets somebody release what others hold
     * @param open whether everybody may do so where there is no Spring Security
     */
    public record Admin(
            @DefaultValue("true") boolean endpoint,
            @DefaultValue("ROLE_ADMIN") String authority,
            @DefaultValue("false") boolean open) {}
}
