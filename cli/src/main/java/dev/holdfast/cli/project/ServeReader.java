package dev.holdfast.cli.project;

import dev.holdfast.cli.base.CommandFailure;
import dev.holdfast.cli.base.Environment;
import dev.holdfast.config.internal.YamlValue;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads how to serve: from the section {@code serve}, and from variables, each of which wins over the file. */
record ServeReader(ServeSection file, Environment environment, Path root) {
    private static final int DEFAULT_PORT = 7420;
    private static final int MAX_PORT = 65535;
    private static final int MIN_KEY_LENGTH = 32;
    private static final String CERTIFICATE = "/etc/holdfast/server.crt";

    /** The keys, and for each the variable that overrides it. */
    private static final Map<String, String> VARIABLES = Map.ofEntries(
            Map.entry("host", "HOLDFAST_HOST"),
            Map.entry("port", "HOLDFAST_PORT"),
            Map.entry("log", "HOLDFAST_LOG"),
            Map.entry("pages", "HOLDFAST_PAGES"),
            Map.entry("origins", "HOLDFAST_ORIGINS"),
            Map.entry("socket.path", "HOLDFAST_SOCKET"),
            Map.entry("socket.group", "HOLDFAST_SOCKET_GROUP"),
            Map.entry("socket.others", "HOLDFAST_SOCKET_OTHERS"),
            Map.entry("sign-in.tokens", "HOLDFAST_TOKENS"),
            Map.entry("sign-in.key", "HOLDFAST_KEY"),
            Map.entry("sign-in.session", "HOLDFAST_SESSION"),
            Map.entry("sign-in.jwt.issuer", "HOLDFAST_JWT_ISSUER"),
            Map.entry("sign-in.jwt.audience", "HOLDFAST_JWT_AUDIENCE"),
            Map.entry("sign-in.jwt.jwks", "HOLDFAST_JWT_JWKS"),
            Map.entry("sign-in.jwt.user", "HOLDFAST_JWT_USER"),
            Map.entry("sign-in.jwt.name", "HOLDFAST_JWT_NAME"),
            Map.entry("sign-in.jwt.rights", "HOLDFAST_JWT_RIGHTS"),
            Map.entry("tls.certificate", "HOLDFAST_TLS_CERTIFICATE"),
            Map.entry("tls.key", "HOLDFAST_TLS_KEY"),
            Map.entry("limits.requests-per-second", "HOLDFAST_REQUESTS_PER_SECOND"),
            Map.entry("limits.burst", "HOLDFAST_BURST"),
            Map.entry("limits.event-streams", "HOLDFAST_EVENT_STREAMS"),
            Map.entry("limits.connections", "HOLDFAST_CONNECTIONS"),
            Map.entry("limits.connections-per-address", "HOLDFAST_CONNECTIONS_PER_ADDRESS"),
            Map.entry("audit.file", "HOLDFAST_AUDIT_LOG"),
            Map.entry("audit.on-failure", "HOLDFAST_AUDIT_ON_FAILURE"),
            Map.entry("audit.max-size", "HOLDFAST_AUDIT_MAX_SIZE"),
            Map.entry("audit.keep", "HOLDFAST_AUDIT_KEEP"),
            Map.entry("audit.keep-days", "HOLDFAST_AUDIT_KEEP_DAYS"),
            Map.entry("audit.sync", "HOLDFAST_AUDIT_SYNC"),
            Map.entry("audit.key", "HOLDFAST_AUDIT_KEY"));

    /** Reads the section and refuses unknown keys. */
    static ServeSection section(@Nullable YamlValue section) {
        if (section == null) {
            return ServeSection.NONE;
        }
        Map<String, YamlValue> values = new LinkedHashMap<>();
        open(
                "",
                section,
                List.of(
                        "host",
                        "port",
                        "log",
                        "pages",
                        "origins",
                        "socket",
                        "sign-in",
                        "tls",
                        "limits",
                        "audit",
                        "protocols",
                        "webhooks"),
                values);
        open("audit.", values.remove("audit"), AuditReader.KEYS, values);
        SocketReader.open(values);
        WebhookReader.open(values);
        boolean signIn = SignInReader.open(values);
        open("tls.", values.remove("tls"), List.of("certificate", "key"), values);
        LimitsReader.open(values);
        return new ServeSection(signIn, values);
    }

    static void open(String prefix, @Nullable YamlValue group, List<String> keys, Map<String, YamlValue> values) {
        if (group != null) {
            group.map(String.join(", ", keys))
                    .only(keys)
                    .values()
                    .forEach((key, value) -> values.put(prefix + key, value));
        }
    }

    /**
     * Returns all settings.
     *
     * @param place what the command line says
     * @throws IllegalArgumentException for the first mistake in the file or a variable
     */
    ServeSettings settings(ServeSettings.ListenOptions place) {
        String hostOption = place.host();
        Long portOption = place.port();
        Integer port = number("port", 0, MAX_PORT);
        if (portOption != null && (portOption < 0 || portOption > MAX_PORT)) {
            throw CommandFailure.usage("A port is between 0 and " + MAX_PORT + ", not " + portOption + ".");
        }
        ServeSettings.SignIn signIn = new SignInReader(this).signIn();
        return new ServeSettings(
                hostOption == null ? text("host", "127.0.0.1", "127.0.0.1") : hostOption,
                portOption != null ? portOption.intValue() : port == null ? DEFAULT_PORT : port,
                signIn,
                tls(),
                new LimitsReader(this).limits(),
                new AuditReader(this).audit(),
                socket(place),
                new WebReader(this).web(signIn != null),
                protocols(),
                new WebhookReader(this).webhooks(file.values()));
    }

    private ServeSettings.@Nullable Socket socket(ServeSettings.ListenOptions place) {
        boolean port = place.host() != null || place.port() != null || said("host") != null || said("port") != null;
        YamlValue said = said("socket.path");
        String path = place.socket() != null ? place.socket() : said == null ? null : said.text(SocketReader.PATH);
        Path from = place.socket() == null && variable("socket.path") == null ? root : environment.folder();
        return new SocketReader(file, this::said).socket(place, path == null ? null : from.resolve(path), !port);
    }

    /** Each protocol reads its own section. */
    private ServeSettings.Protocols protocols() {
        YamlValue said = file.values().get("protocols");
        if (said == null) {
            return ServeSettings.Protocols.NONE;
        }
        Map<String, Map<String, Object>> sections = new LinkedHashMap<>();
        said.map("each a protocol with its settings")
                .values()
                .forEach((name, section) -> sections.put(name, tree(section)));
        return new ServeSettings.Protocols(sections, root);
    }

    @SuppressWarnings("unchecked") // the keys of a file are texts
    private static Map<String, Object> tree(YamlValue section) {
        section.map("the settings of the protocol");
        return section.plain() instanceof Map<?, ?> map ? (Map<String, Object>) map : Map.of();
    }

    LogFormat log(@Nullable String option) {
        YamlValue said = option == null ? said("log") : YamlValue.variable("--log", option);
        return said == null ? LogFormat.TEXT : said.read("json", LogFormat::parse);
    }

    static String secret(String key) {
        if (key.length() < MIN_KEY_LENGTH) {
            throw new IllegalArgumentException("A key has at least " + MIN_KEY_LENGTH
                    + " characters, so that it cannot be guessed. Create one with openssl rand -base64 32.");
        }
        return key;
    }

    private ServeSettings.@Nullable Tls tls() {
        String certificate = text("tls.certificate", CERTIFICATE, "");
        String key = text("tls.key", "/etc/holdfast/server.key", "");
        if (certificate.isEmpty() && key.isEmpty()) {
            return null;
        }
        require("tls.certificate", certificate);
        require("tls.key", key);
        return new ServeSettings.Tls(path("tls.certificate", certificate), path("tls.key", key));
    }

    /** Resolves a path. In the file it is relative to the project's root, in a variable to the folder of the call. */
    Path path(String key, String text) {
        return (variable(key) == null ? root : environment.folder()).resolve(text);
    }

    void require(String key, String value) {
        if (value.isEmpty()) {
            throw CommandFailure.usage("To serve like that, " + key + " must be said too: in the section serve of "
                    + Configuration.FILE + ", or by " + VARIABLES.get(key) + ".");
        }
    }

    String text(String key, String example, String byDefault) {
        YamlValue said = said(key);
        return said == null ? byDefault : said.text(example);
    }

    @Nullable
    Integer number(String key, int least, int most) {
        YamlValue said = said(key);
        return said == null ? null : said.number(least, most);
    }

    @Nullable
    YamlValue said(String key) {
        YamlValue variable = variable(key);
        return variable == null ? file.values().get(key) : variable;
    }

    private @Nullable YamlValue variable(String key) {
        String name = VARIABLES.get(key);
        String value = name == null ? null : environment.variable(name);
        return name == null || value == null ? null : YamlValue.variable(name, value);
    }
}
