package dev.holdfast.cli.project;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.cli.base.Environment;
import dev.holdfast.config.internal.ConfigMistake;
import dev.holdfast.config.internal.ConfigSource;
import java.io.InputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How to serve: options before variables before the file, and what mistakes are answered with. */
final class ServeReaderTest {
    private static final Path ROOT = Path.of("/project");
    private static final Path HERE = Path.of("/project/sub");

    private static ServeReader reader(String text, Map<String, String> variables) {
        Environment environment =
                new Environment(variables, HERE, InputStream.nullInputStream(), System.out, System.err);
        return new ServeReader(
                ConfigurationReader.read(new ConfigSource("holdfast.yaml"), text)
                        .serve(),
                environment,
                ROOT);
    }

    private static ServeSettings read(String text, Map<String, String> variables) {
        return reader(text, variables).settings(ServeSettings.ListenOptions.NONE);
    }

    private static ServeSettings.SignIn signIn(String text, Map<String, String> variables) {
        return Objects.requireNonNull(read(text, variables).signIn());
    }

    @Test
    void nothing_isThisMachineWithoutSignIn() {
        ServeSettings usual = read("# nothing", Map.of());
        assertThat(usual)
                .isEqualTo(new ServeSettings(
                        "127.0.0.1",
                        7420,
                        null,
                        null,
                        new ServeSettings.Limits(null, null, null, null, null, Map.of())));
    }

    @Test
    void file_saysAllOfIt() {
        ServeSettings settings = read("""
                serve:
                  host: 0.0.0.0
                  port: 443
                  sign-in:
                    tokens: false
                    session: 1h
                    key: "0123456789abcdef0123456789abcdef"
                    jwt:
                      issuer: https://id.example.org/
                      audience: locks
                      jwks: https://id.example.org/keys
                      user: email
                      name: nick
                      rights: roles
                  tls:
                    certificate: server.crt
                    key: /etc/server.key
                  limits:
                    requests-per-second: 10
                    burst: 20
                    event-streams: 0
                    connections: 1000
                    connections-per-address: 50
                    quotas:
                      editor:
                        waits: 8
                        draft-bytes: 1000
                        states: 7
                        rejected-states: 6
                        streams: 5
                """, Map.of());
        assertThat(settings)
                .isEqualTo(new ServeSettings(
                        "0.0.0.0",
                        443,
                        new ServeSettings.SignIn(
                                false,
                                new ServeSettings.Jwt(
                                        "https://id.example.org/",
                                        "locks",
                                        "https://id.example.org/keys",
                                        "email",
                                        "nick",
                                        "roles"),
                                "0123456789abcdef0123456789abcdef",
                                Duration.ofHours(1)),
                        new ServeSettings.Tls(ROOT.resolve("server.crt"), Path.of("/etc/server.key")),
                        new ServeSettings.Limits(
                                10,
                                20,
                                0,
                                1000,
                                50,
                                Map.of("editor", new ServeSettings.Quota(8, null, null, 1000, null, 5, 7, 6)))));
        assertThat(settings.toString()).as("the key is a secret").doesNotContain("0123456789abcdef");
    }

    @Test
    void auditLog_isReadFromFileAndVariables_andItsKeyIsSecret() {
        ServeSettings settings = read("""
                serve:
                  audit:
                    file: logs/audit.jsonl
                    on-failure: allow
                    max-size: 2GiB
                    keep: 3
                    keep-days: 90
                    sync: true
                    key: "0123456789abcdef0123456789abcdef"
                """, Map.of("HOLDFAST_AUDIT_KEEP", "5"));
        assertThat(settings.audit())
                .isEqualTo(new ServeSettings.Audit(
                        ROOT.resolve("logs/audit.jsonl"),
                        false,
                        2L << 30,
                        5,
                        90,
                        true,
                        "0123456789abcdef0123456789abcdef"));
        assertThat(settings.toString()).doesNotContain("0123456789abcdef");
        assertThat(read("# nothing", Map.of("HOLDFAST_AUDIT_LOG", "a.jsonl"))
                        .audit()
                        .file())
                .isEqualTo(HERE.resolve("a.jsonl"));
        assertThat(read("# nothing", Map.of()).auditLog(HERE).audit())
                .isEqualTo(new ServeSettings.Audit(HERE, true, null, null, null, false, null));
    }

    @ParameterizedTest
    @CsvSource({
        "on-failure: maybe, Write refuse or allow here",
        "max-size: 1KiB, at least 64KiB",
        "max-size: much, such as 64MiB",
        "keep: 0, A whole number from 1",
        "key: short, at least 32 characters",
        "files: x, file"
    })
    void auditLog_mistakes_areExplained(String line, String sentence) {
        assertThatThrownBy(() -> read("serve:\n  audit:\n    " + line + "\n", Map.of()))
                .isInstanceOf(ConfigMistake.class)
                .hasMessageContaining(sentence);
    }

    @Test
    void variable_winsOverTheFile_andTheOptionOverBoth() {
        String file = "serve: {host: a, port: 1, tls: {certificate: c, key: k}, limits: {burst: 5}}";
        Map<String, String> variables = Map.of(
                "HOLDFAST_HOST", "b",
                "HOLDFAST_PORT", "2",
                "HOLDFAST_TLS_KEY", "other",
                "HOLDFAST_BURST", "6",
                "HOLDFAST_KEY", "k".repeat(40),
                "HOLDFAST_TOKENS", "true");
        ServeSettings settings = read(file, variables);
        assertThat(settings.host()).isEqualTo("b");
        assertThat(settings.port()).isEqualTo(2);
        assertThat(settings.tls()).isEqualTo(new ServeSettings.Tls(ROOT.resolve("c"), HERE.resolve("other")));
        assertThat(settings.limits().burst()).isEqualTo(6);
        assertThat(Objects.requireNonNull(settings.signIn()).key()).isEqualTo("k".repeat(40));
        ServeSettings option = reader(file, variables).settings(new ServeSettings.ListenOptions("c", 0L, null, null));
        assertThat(option.host()).isEqualTo("c");
        assertThat(option.port()).isZero();
    }

    @Test
    void log_isTextUnlessSomethingSaysOtherwise() {
        Map<String, String> json = Map.of("HOLDFAST_LOG", "json");
        assertThat(reader("", Map.of()).log(null)).isEqualTo(LogFormat.TEXT);
        assertThat(reader("serve: {log: json}", Map.of()).log(null)).isEqualTo(LogFormat.JSON);
        assertThat(reader("serve: {log: text}", json).log(null)).isEqualTo(LogFormat.JSON);
        assertThat(reader("", json).log("text")).isEqualTo(LogFormat.TEXT);
        assertThatThrownBy(() -> reader("serve: {log: xml}", Map.of()).log(null))
                .isInstanceOf(ConfigMistake.class)
                .hasMessage("holdfast.yaml:1: A log is text or json, not 'xml'.");
        assertThatThrownBy(() -> reader("", Map.of()).log("XML"))
                .isInstanceOf(ConfigMistake.class)
                .hasMessage("--log: A log is text or json, not 'XML'.");
    }

    @Test
    void pagesAndOrigins_areReadFromFileAndVariables() {
        String file = "serve: {pages: web, origins: [https://a.example.org, https://b.example.org], sign-in: {}}";
        assertThat(read(file, Map.of()).web())
                .isEqualTo(new ServeSettings.Web(
                        ROOT.resolve("web"), List.of("https://a.example.org", "https://b.example.org")));
        Map<String, String> variables =
                Map.of("HOLDFAST_PAGES", "here", "HOLDFAST_ORIGINS", "https://c.example.org, https://d.example.org");
        assertThat(read(file, variables).web())
                .isEqualTo(new ServeSettings.Web(
                        HERE.resolve("here"), List.of("https://c.example.org", "https://d.example.org")));
        assertThat(read("", Map.of()).pages(HERE).web().pages()).isEqualTo(HERE);
    }

    @Test
    void origins_withoutSignIn_areRefused_sinceTheyComeInByToken() {
        assertThatThrownBy(() -> read("serve:\n  origins: [https://a.example.org]", Map.of()))
                .isInstanceOf(ConfigMistake.class)
                .hasMessageStartingWith("holdfast.yaml:2: ")
                .hasMessageContaining("sign-in.tokens");
    }

    @Test
    void originsOfAnotherFile_areAnotherClaimOfTrust() {
        ServeSection section = ConfigurationReader.read(
                        new ConfigSource("holdfast.yaml"), "serve: {origins: [https://a.example.org]}")
                .serve();
        assertThat(section.values().get("origins")).isNotNull();
        assertThat(Objects.requireNonNull(section.values().get("origins")).canonical())
                .isEqualTo("https://a.example.org");
    }

    private static ServeSettings.Socket socket(ServeSettings settings) {
        return Objects.requireNonNull(settings.socket());
    }

    @Test
    void socket_ofTheFile_saysWhoMayDoWhat() {
        String file = """
                serve:
                  socket:
                    path: run/holdfast.sock
                    group: staff
                    everyone: true
                    users: {anna: admin, ben: "editor:scene/, reader", eve: none}
                """;
        ServeSettings.Socket socket = socket(read(file, Map.of()));
        assertThat(socket)
                .isEqualTo(new ServeSettings.Socket(
                        ROOT.resolve("run/holdfast.sock"),
                        "staff",
                        true,
                        Map.of("anna", List.of("admin"), "ben", List.of("editor:scene/", "reader"), "eve", List.of()),
                        List.of("editor"),
                        true));
        assertThat(socket(read(file, Map.of("HOLDFAST_SOCKET", "s", "HOLDFAST_SOCKET_OTHERS", "reader"))))
                .satisfies(other -> assertThat(other.path()).isEqualTo(HERE.resolve("s")))
                .satisfies(other -> assertThat(other.others()).containsExactly("reader"));
    }

    @Test
    void socket_withoutAWordOfAPort_isAlone() {
        ServeSettings.ListenOptions option = new ServeSettings.ListenOptions(null, null, "/s", null);
        assertThat(socket(reader("", Map.of()).settings(option)).alone()).isTrue();
        assertThat(socket(reader("", Map.of()).settings(option)).others()).isEmpty();
        assertThat(socket(reader("serve: {port: 1}", Map.of()).settings(option)).alone())
                .isFalse();
        assertThat(socket(reader("", Map.of("HOLDFAST_PORT", "1")).settings(option))
                        .alone())
                .isFalse();
        assertThat(socket(reader("", Map.of()).settings(new ServeSettings.ListenOptions(null, 0L, "/s", null)))
                        .alone())
                .isFalse();
    }

    @Test
    void socket_withoutItsPath_isAMistake() {
        assertThatThrownBy(
                        () -> reader("", Map.of()).settings(new ServeSettings.ListenOptions(null, null, null, "staff")))
                .hasMessageContaining("--socket");
        assertThatThrownBy(() -> read("serve: {socket: {others: reader}}", Map.of()))
                .hasMessageContaining("serve.socket.path");
    }

    @Test
    void signIn_isOnOnceSomethingSpeaksOfIt() {
        assertThat(signIn("serve: {sign-in: }", Map.of()).tokens()).isTrue();
        assertThat(signIn("serve: {sign-in: {tokens: true}}", Map.of()).session())
                .isEqualTo(Duration.ofHours(8));
        Map<String, String> jwt =
                Map.of("HOLDFAST_JWT_ISSUER", "i", "HOLDFAST_JWT_AUDIENCE", "a", "HOLDFAST_JWT_JWKS", "https://i/jwks");
        assertThat(signIn("", jwt).tokens()).isTrue();
        assertThat(signIn("", jwt).jwt())
                .isEqualTo(new ServeSettings.Jwt("i", "a", "https://i/jwks", "sub", "name", "holdfast"));
        assertThat(read("", Map.of("HOLDFAST_KEY", "k".repeat(32))).signIn()).isNull();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            serve: {ports: 1}                              | 1: There is no key 'ports' here; did you mean 'port'?
            serve:;  sign-in:;    token: true              | 3: There is no key 'token' here; did you mean 'tokens'?
            serve:;  sign-in:;    jwt:;      isuer: x      | 4: There is no key 'isuer' here; did you mean 'issuer'?
            serve:;  port: many                            | 2: A whole number from 0 to 65535 is expected here, not 'many'.
            serve:;  port: 70000                           | 2: A whole number from 0 to 65535 is expected here, not '70000'.
            serve:;  sign-in: on                           | 2: Keys with values are expected here: tokens, jwt, key, session.
            serve:;  sign-in:;    tokens: perhaps          | 3: Write true or false here, not 'perhaps'.
            serve:;  sign-in:;    tokens: false            | 3: With sign-in, tokens or JWTs must be accepted, else no user can sign in: set tokens: true, or which JWTs, or drop sign-in.
            serve:;  sign-in:;    key: short               | 3: A key has at least 32 characters, so that it cannot be guessed. Create one with openssl rand -base64 32.
            serve:;  sign-in:;    session: 0s              | 3: A session must last longer than no time, such as 8h.
            serve:;  sign-in:;    session: long            | 3: 'long' is not a duration: write it like 90s, 15m or 1h30m.
            serve:;  sign-in:;    jwt:;      jwks: keys    | 4: The address of a key set is expected here, such as https://id.example.org/jwks.json.
            serve:;  sign-in:;    jwt:;      jwks: //id/k  | 4: The address of a key set is expected here, such as https://id.example.org/jwks.json.
            serve:;  socket: /run/s                        | 2: Keys with values are expected here: path, group, everyone, users, others.
            serve:;  socket:;    path: s;    others: all   | 4: 'all' is no right: write none, or reader, editor or admin, each also for some resources, such as editor:scene/.
            serve:;  limits:;    burst: 0                  | 3: A whole number of at least 1 is expected here, not '0'.
            """)
    void mistake_isToldWithItsLineAndWhatToWrite(String file, String message) {
        assertThatThrownBy(() -> read(file.replace(";", "\n"), Map.of()))
                .isInstanceOf(ConfigMistake.class)
                .hasMessage("holdfast.yaml:" + message);
    }

    @Test
    void mistake_inAVariable_isToldWithItsName() {
        assertThatThrownBy(() -> read("", Map.of("HOLDFAST_PORT", "x")))
                .hasMessage("HOLDFAST_PORT: A whole number from 0 to 65535 is expected here, not 'x'.");
        assertThatThrownBy(() -> read("", Map.of("HOLDFAST_TLS_KEY", "x")))
                .hasMessage("To serve like that, tls.certificate must be said too: in the section serve of"
                        + " holdfast.yaml, or by HOLDFAST_TLS_CERTIFICATE.");
        assertThatThrownBy(
                        () -> reader("", Map.of()).settings(new ServeSettings.ListenOptions(null, 70_000L, null, null)))
                .hasMessageContaining("not 70000");
        assertThatThrownBy(() -> read("", Map.of("HOLDFAST_TOKENS", "true", "HOLDFAST_KEY", "secret")))
                .hasMessageStartingWith("HOLDFAST_KEY: A key has at least 32 characters")
                .hasMessageNotContaining("secret");
    }

    @Test
    void protocols_areReadAsTheyAre_byTheirNames() {
        ServeSettings settings = read("""
                serve:
                  protocols:
                    git-lfs:
                      repositories:
                        novel:
                          path: novel.git
                          refs: [main, draft]
                    terraform:
                """, Map.of());
        assertThat(settings.protocols().folder()).isEqualTo(ROOT);
        assertThat(settings.protocols().sections())
                .isEqualTo(Map.of(
                        "git-lfs",
                        Map.of(
                                "repositories",
                                Map.of("novel", Map.of("path", "novel.git", "refs", List.of("main", "draft")))),
                        "terraform",
                        Map.of()));
    }
}
