package dev.holdfast.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.server.Http.Told;
import dev.holdfast.server.http.Origins;
import dev.holdfast.server.options.SignInOptions;
import dev.holdfast.server.protocol.EchoProtocol;
import dev.holdfast.server.protocol.SettingException;
import dev.holdfast.server.protocol.Settings;
import java.io.InputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Calls of other tools: who signs in how, and bodies that are larger than the memory for them. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ProtocolTest {
    private final Guarded server =
            new Guarded(echo(ServerOptions.DEFAULT.port(0).signIn(SignInOptions.TOKENS)));
    private final Http http = server.http();

    @AfterEach
    void stop() {
        server.close();
    }

    private static ServerOptions echo(ServerOptions options) {
        return options.protocols(Map.of("echo", settings("echo", Map.of())));
    }

    private static Settings settings(String name, Map<String, Object> values) {
        return new Settings("serve.protocols." + name, values, Path.of(""), file -> path -> List.of());
    }

    private static String basic(String user, String password) {
        return "Basic " + Base64.getEncoder().encodeToString((user + ":" + password).getBytes(StandardCharsets.UTF_8));
    }

    private HttpRequest.Builder as(String user, String path) {
        return http.request(path)
                .header("Authorization", basic(user, server.token(user, "admin").secret()));
    }

    @Test
    void withoutAName_aClientIsAskedForIt_inItsOwnForm() throws Exception {
        Told told = http.get("/echo/r");
        assertThat(told.status()).isEqualTo(401);
        assertThat(told.header("WWW-Authenticate")).isEqualTo("Basic realm=\"Holdfast\"");
        assertThat(told.header("Content-Type")).isEqualTo("application/echo+json");
        assertThat(told.text("sorry")).startsWith("Sign in with your user name");
    }

    @Test
    void tokenOfAnotherUser_doesNotCount() throws Exception {
        Told told = http.send(http.request("/echo/r?bytes=1")
                .header(
                        "Authorization",
                        basic("bob", server.token("ann", "admin").secret())));
        assertThat(told.status()).isEqualTo(401);
        assertThat(told.header("WWW-Authenticate")).startsWith("Basic");
        assertThat(told.text("sorry")).contains("another user");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Bearer x", "Basic", "Basic !!!", "Basic YW5u", "Basic YW5uOnNlY3JldA==", "Digest a"})
    void credentialsThatAreNone_areRefused(String header) throws Exception {
        Told told = http.send(http.request("/echo/r").header("Authorization", header));
        assertThat(told.status()).isEqualTo(401);
        assertThat(told.header("WWW-Authenticate")).startsWith("Basic");
    }

    @Test
    void revokedToken_andOneOfAnotherStore_areRefusedAsBasic() throws Exception {
        Told told = http.send(http.request("/echo/r")
                .header("Authorization", basic("ann", "hf_0000000000000000000000000000000000000000000")));
        assertThat(told.status()).isEqualTo(401);
        assertThat(told.header("WWW-Authenticate")).isEqualTo("Basic realm=\"Holdfast\"");
    }

    @Test
    void nameAndPassword_areForTheseCallsAlone() throws Exception {
        assertThat(http.send(as("ann", "/v1/locks")).status()).isEqualTo(401);
        assertThat(http.send(as("ann", "/echo/r").POST(BodyPublishers.ofString("{\"say\":\"hi\"}")))
                        .text("said"))
                .isEqualTo("hi");
    }

    @Test
    void pagesOfOtherSites_areRefused() throws Exception {
        Told told = http.send(as("ann", "/echo/r?bytes=1").header("Sec-Fetch-Site", "cross-site"));
        assertThat(told.status()).isEqualTo(403);
        assertThat(told.header("Content-Type")).isEqualTo("application/echo+json");
    }

    @ParameterizedTest
    @CsvSource({"TRACE, /echo/r, 405", "PATCH, /echo/r, 405", "GET, /echo/a/b/c, 404", "LOCK, /echo/r/broken, 405"})
    void otherCalls_areRefusedInTheFormOfTheTool(String method, String path, int status) throws Exception {
        Told told = http.send(as("ann", path).method(method, BodyPublishers.noBody()));
        assertThat(told.status()).isEqualTo(status);
        assertThat(told.header("Content-Type")).isEqualTo("application/echo+json");
    }

    @Test
    void flaw_isExplainedWithoutATrace() throws Exception {
        Told told = http.send(as("ann", "/echo/r/broken"));
        assertThat(told.status()).isEqualTo(500);
        assertThat(told.text("sorry"))
                .doesNotContain("Illegal", "a flaw", "\tat ")
                .startsWith("Something went wrong");
    }

    @Test
    void locksOfATool_excludeThoseOfOthers_andNameIt() throws Exception {
        assertThat(http.send(as("ann", "/echo/r").method("LOCK", BodyPublishers.noBody()))
                        .status())
                .isEqualTo(200);
        Told refused = http.as(server.token("bob", "editor").secret()).post("/v1/locks", Http.taking("r", "b", ""));
        assertThat(refused.status()).isEqualTo(423);
        assertThat(refused.text("detail")).contains("ann (Echo)");
        Told other = http.send(as("bob", "/echo/r").method("LOCK", BodyPublishers.noBody()));
        assertThat(other.status()).isEqualTo(423);
        assertThat(other.text("sorry")).isEqualTo(refused.text("detail"));
    }

    @Test
    void lockWithoutTheRight_isRefused() throws Exception {
        Told told = http.send(http.request("/echo/r")
                .header(
                        "Authorization",
                        basic("eve", server.token("eve", "reader").secret()))
                .method("LOCK", BodyPublishers.noBody()));
        assertThat(told.status()).isEqualTo(403);
        assertThat(told.text("sorry")).contains("role editor");
    }

    @Test
    void largeBodies_goThroughInBothDirections() throws Exception {
        Told up = http.send(as("ann", "/echo/r").PUT(BodyPublishers.ofInputStream(() -> zeros(EchoProtocol.MOST))));
        assertThat(up.response().body()).isEqualTo(Integer.toString(EchoProtocol.MOST));
        HttpResponse<InputStream> down = http.open(as("ann", "/echo/r?bytes=" + EchoProtocol.MOST));
        assertThat(down.headers().firstValue("Content-Length")).contains(Integer.toString(EchoProtocol.MOST));
        try (InputStream body = down.body()) {
            assertThat(body.transferTo(java.io.OutputStream.nullOutputStream())).isEqualTo(EchoProtocol.MOST);
        }
    }

    private static InputStream zeros(long count) {
        return new InputStream() {
            private long left = count;

            @Override
            public int read() {
                return left-- > 0 ? 0 : -1;
            }

            @Override
            public int read(byte[] into, int from, int length) {
                int some = (int) Math.min(left, length);
                left -= some;
                return some == 0 ? -1 : some;
            }
        };
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void bodyBeyondTheBound_isRefused(boolean declared) throws Exception {
        byte[] body = new byte[EchoProtocol.MOST + 1];
        Told told = http.send(as("ann", "/echo/r")
                .PUT(
                        declared
                                ? BodyPublishers.ofByteArray(body)
                                : BodyPublishers.ofInputStream(() -> zeros(EchoProtocol.MOST + 1))));
        assertThat(told.status()).isEqualTo(413);
        assertThat(told.header("Content-Type")).isEqualTo("application/echo+json");
    }

    @Test
    void slowUploadsOfOneUser_doNotHoldUpOthers() throws Exception {
        List<PipedOutputStream> ends = new ArrayList<>();
        List<CompletableFuture<Told>> slow = new ArrayList<>();
        String ann = basic("ann", server.token("ann", "admin").secret());
        for (int i = 0; i < 60; i++) {
            PipedOutputStream end = new PipedOutputStream();
            PipedInputStream body = new PipedInputStream(end);
            end.write(1);
            ends.add(end);
            slow.add(CompletableFuture.supplyAsync(
                    () -> {
                        try {
                            return http.send(http.request("/echo/r")
                                    .header("Authorization", ann)
                                    .PUT(BodyPublishers.ofInputStream(() -> body)));
                        } catch (Exception e) {
                            throw new IllegalStateException(e);
                        }
                    },
                    call -> new Thread(call).start()));
        }
        Told bob = http.send(as("bob", "/echo/r").PUT(BodyPublishers.ofString("abc")));
        assertThat(bob.response().body()).isEqualTo("3");
        for (PipedOutputStream end : ends) {
            end.close();
        }
        for (CompletableFuture<Told> one : slow) {
            assertThat(one.get().response().body()).isEqualTo("1");
        }
    }

    @Test
    void protocol_needsSignInByTokens() {
        assertThatThrownBy(() -> HoldfastServer.start(server.locks(), echo(ServerOptions.DEFAULT.port(0))))
                .isInstanceOf(ServerException.class)
                .hasMessageContaining("serve.sign-in.tokens: true");
    }

    @Test
    void protocol_needsTlsBeyondThisMachine() {
        ServerOptions open = echo(new ServerOptions("0.0.0.0", 0).signIn(SignInOptions.TOKENS));
        assertThatThrownBy(() -> HoldfastServer.start(server.locks(), server.store(), open))
                .isInstanceOf(ServerException.class)
                .hasMessageContaining("serve.tls.certificate");
    }

    @Test
    void unknownProtocol_andUnknownKey_areNamed() {
        ServerOptions signedIn = ServerOptions.DEFAULT.port(0).signIn(SignInOptions.TOKENS);
        assertThatThrownBy(() -> HoldfastServer.start(
                        server.locks(), server.store(), signedIn.protocols(Map.of("ech", settings("ech", Map.of())))))
                .isInstanceOf(SettingException.class)
                .hasMessage("There is no serve.protocols.ech: this server speaks echo.");
        assertThatThrownBy(() -> HoldfastServer.start(
                        server.locks(),
                        server.store(),
                        signedIn.protocols(Map.of("echo", settings("echo", Map.of("greetings", "hi"))))))
                .isInstanceOf(SettingException.class)
                .hasMessage("There is no serve.protocols.echo.greetings; there may be greeting.");
    }

    @Test
    void originsInTheList_getNoFurther() throws Exception {
        ServerOptions options = echo(ServerOptions.DEFAULT.port(0).signIn(SignInOptions.TOKENS))
                .web(new WebOptions(null, Origins.of(List.of("https://app.example.org"))));
        try (Guarded other = new Guarded(options)) {
            Told told = other.http()
                    .send(other.http()
                            .request("/echo/r?bytes=1")
                            .header("Origin", "https://app.example.org")
                            .header(
                                    "Authorization",
                                    basic("ann", other.token("ann", "admin").secret())));
            assertThat(told.status()).isEqualTo(403);
        }
    }
}
