package dev.holdfast.cli.project;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a server, from options, variables and {@code holdfast.yaml}.
 *
 * @param port 0 for any that is free
 * @param signIn how users sign in; null for not at all
 * @param tls certificate and key; null for none
 * @param audit how it writes its audit log
 * @param socket the Unix socket that it listens on; null for none
 * @param web the user's own pages, and pages of other origins
 * @param protocols the protocols of other tools
 * @param webhooks the programs that it calls
 */
public record ServeSettings(
        String host,
        int port,
        @Nullable SignIn signIn,
        @Nullable Tls tls,
        Limits limits,
        Audit audit,
        @Nullable Socket socket,
        Web web,
        Protocols protocols,
        WebhookSettings webhooks) {
    /** Creates settings without an audit log and a socket. */
    public ServeSettings(String host, int port, @Nullable SignIn signIn, @Nullable Tls tls, Limits limits) {
        this(host, port, signIn, tls, limits, Audit.OFF, null, Web.NONE, Protocols.NONE, WebhookSettings.NONE);
    }

    /** Returns the same with that file for the audit log. */
    public ServeSettings auditLog(Path file) {
        Audit to = new Audit(
                file, audit.refuse(), audit.maxBytes(), audit.keep(), audit.keepDays(), audit.sync(), audit.key());
        return new ServeSettings(host, port, signIn, tls, limits, to, socket, web, protocols, webhooks);
    }

    /** Returns the same with pages from that folder. */
    public ServeSettings pages(Path folder) {
        Web shown = new Web(folder, web.origins());
        return new ServeSettings(host, port, signIn, tls, limits, audit, socket, shown, protocols, webhooks);
    }

    /**
     * Pages other than those of the server.
     *
     * @param pages the folder with the user's own pages; null for none
     * @param origins the other origins whose pages may use the server with a token
     */
    public record Web(@Nullable Path pages, List<String> origins) {
        public static final Web NONE = new Web(null, List.of());

        public Web {
            origins = List.copyOf(origins);
        }
    }

    /**
     * Protocols of other tools whose clients use the server.
     *
     * @param sections the settings of each, by its name: texts, lists, and maps of the same kind
     * @param folder that relative paths in them begin at
     */
    public record Protocols(Map<String, Map<String, Object>> sections, Path folder) {
        public static final Protocols NONE = new Protocols(Map.of(), Path.of(""));

        public Protocols {
            sections = Map.copyOf(sections);
        }
    }

    /**
     * The settings of the audit log; null where none is set.
     *
     * @param file null for no audit log
     * @param refuse whether no lock is granted as long as it cannot be written
     * @param maxBytes the size at which a new file is begun
     * @param keep how many older files are kept
     * @param keepDays how many days they are kept at most
     * @param sync whether each line is flushed to the disk before its lock is answered
     * @param key the secret of the chain
     */
    public record Audit(
            @Nullable Path file,
            boolean refuse,
            @Nullable Long maxBytes,
            @Nullable Integer keep,
            @Nullable Integer keepDays,
            boolean sync,
            @Nullable String key) {
        public static final Audit OFF = new Audit(null, true, null, null, null, false, null);

        /** Returns a text without the key. */
        @Override
        public String toString() {
            return "Audit[file=" + file + ", refuse=" + refuse + ", maxBytes=" + maxBytes + ", keep=" + keep
                    + ", keepDays=" + keepDays + ", sync=" + sync + "]";
        }
    }

    /**
     * The settings of sign-in.
     *
     * @param tokens whether tokens of the store are accepted
     * @param key the secret of all servers on the store; null for one that only this run knows
     * @param session the length of a session
     */
    public record SignIn(
            boolean tokens, @Nullable Jwt jwt, @Nullable String key, Duration session) {
        /** Returns a text without the key. */
        @Override
        public String toString() {
            return "SignIn[tokens=" + tokens + ", jwt=" + jwt + ", session=" + session + "]";
        }
    }

    /** The JWTs that are accepted, and their claims for the user, the display name and the rights. */
    public record Jwt(String issuer, String audience, String jwks, String user, String name, String rights) {}

    /** The files with the certificate and its key. */
    public record Tls(Path certificate, Path key) {}

    /**
     * A Unix socket.
     *
     * @param group the group whose members may connect; null for none
     * @param everyone whether every account of the machine may connect
     * @param users the rights of accounts by their names
     * @param others the rights of all other accounts that may connect
     * @param alone whether the server listens nowhere else
     */
    public record Socket(
            Path path,
            @Nullable String group,
            boolean everyone,
            Map<String, List<String>> users,
            List<String> others,
            boolean alone) {}

    /**
     * The options of the command line that say where to listen; null where none is given.
     *
     * @param group the group that the socket is shared with
     */
    public record ListenOptions(
            @Nullable String host,
            @Nullable Long port,
            @Nullable String socket,
            @Nullable String group) {
        public static final ListenOptions NONE = new ListenOptions(null, null, null, null);
    }

    /** Limits of requests and connections; null where none is set. */
    public record Limits(
            @Nullable Integer requestsPerSecond,
            @Nullable Integer burst,
            @Nullable Integer eventStreams,
            @Nullable Integer connections,
            @Nullable Integer connectionsPerAddress,
            Map<String, Quota> quotas) {}

    /** Limits for each signed-in user of a role; null where none is set. */
    public record Quota(
            @Nullable Integer waits,
            @Nullable Integer locks,
            @Nullable Integer drafts,
            @Nullable Integer draftBytes,
            @Nullable Integer sessions,
            @Nullable Integer streams,
            @Nullable Integer states,
            @Nullable Integer rejectedStates) {}
}
