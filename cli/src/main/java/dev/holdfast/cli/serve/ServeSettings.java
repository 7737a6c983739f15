package dev.holdfast.cli.serve;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How to serve, as options, variables and {@code holdfast.yaml} say together.
 *
 * @param port 0 for any that is free
 * @param signIn how one signs in; null for not at all
 * @param tls by what the server proves who it is; null for not at all
 */
public record ServeSettings(
        String host,
        int port,
        @Nullable SignIn signIn,
        @Nullable Tls tls,
        Limits limits) {
    /**
     * How one signs in.
     *
     * @param tokens whether tokens of the store are accepted
     * @param key the secret of all servers on the store; null for one that only this run knows
     * @param session how long one stays signed in
     */
    public record SignIn(
            boolean tokens, @Nullable Jwt jwt, @Nullable String key, Duration session) {
        /** Without the key. */
        @Override
        public String toString() {
            return "SignIn[tokens=" + tokens + ", jwt=" + jwt + ", session=" + session + "]";
        }
    }

    /** Which JWTs are accepted, and the claims with the user, the name to show and the rights. */
    public record Jwt(String issuer, String audience, String jwks, String user, String name, String rights) {}

    /** The files with the certificate and its key. */
    public record Tls(Path certificate, Path key) {}

    /** How much may be asked for; null where nothing was said. */
    public record Limits(
            @Nullable Integer requestsPerSecond,
            @Nullable Integer burst,
            @Nullable Integer eventStreams,
            @Nullable Integer connections,
            @Nullable Integer connectionsPerAddress,
            Map<String, Quota> quotas) {}

    /** What each signed-in user of a role may have; null where nothing was said. */
    public record Quota(
            @Nullable Integer waits,
            @Nullable Integer locks,
            @Nullable Integer drafts,
            @Nullable Integer draftBytes,
            @Nullable Integer sessions,
            @Nullable Integer streams) {}
}
