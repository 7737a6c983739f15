package dev.holdfast.cli.process;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.holdfast.cli.base.ExitCode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Which token the command sends to which server. */
@Timeout(300)
final class ServerTokenTest {
    @TempDir
    Path folder;

    /** What each request showed, since the last look. */
    private final List<String> shown = new CopyOnWriteArrayList<>();

    private HttpServer server;
    private String address = "";

    @BeforeEach
    void listen() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            shown.add(String.valueOf(exchange.getRequestHeaders().getFirst("Authorization")));
            byte[] answer = "{\"locks\":[],\"more\":false}".getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, answer.length);
            exchange.getResponseBody().write(answer);
            exchange.close();
        });
        server.start();
        address = "http://127.0.0.1:" + server.getAddress().getPort();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private Holdfast holdfast() {
        return Holdfast.in(folder)
                .with("XDG_CONFIG_HOME", folder.resolve("config").toString())
                .with("XDG_STATE_HOME", folder.resolve("state").toString())
                .with("HOLDFAST_TOKEN", "hf_variable");
    }

    private List<String> shownBy(Holdfast.Done done) {
        assertThat(done.code()).as(done.err()).isEqualTo(ExitCode.DONE);
        List<String> all = List.copyOf(shown);
        shown.clear();
        return all;
    }

    @Test
    void variable_isForTheServerThatTheCallerNames() {
        assertThat(shownBy(holdfast().run("status", "--store", address))).containsExactly("Bearer hf_variable");
        assertThat(shownBy(holdfast().with("HOLDFAST_STORE", address).run("status")))
                .containsExactly("Bearer hf_variable");
    }

    @Test
    void serverOfAProject_getsOnlyTheTokenThatIsKeptForIt() throws IOException {
        Files.writeString(folder.resolve("holdfast.yaml"), "store: " + address + "\n");
        assertThat(shownBy(holdfast().run("status", "--trust"))).containsExactly("null");
        holdfast().typing("hf_other\n", "token", "use", "http://127.0.0.1:1");
        assertThat(shownBy(holdfast().run("status", "--trust"))).containsExactly("null");
        Holdfast.Done used = holdfast().typing("hf_kept\n", "token", "use", address);
        assertThat(used.code()).as(used.err()).isEqualTo(ExitCode.DONE);
        assertThat(used.out() + used.err()).contains(address).doesNotContain("hf_kept");
        assertThat(shownBy(holdfast().run("status", "--trust"))).containsExactly("Bearer hf_kept");
        assertThat(shownBy(holdfast().run("status", "--store", address)))
                .as("the variable comes first")
                .containsExactly("Bearer hf_variable");
        holdfast().run("token", "forget", address);
        assertThat(shownBy(holdfast().run("status", "--trust"))).containsExactly("null");
    }

    @Test
    void tokensThatOthersMayRead_areNotUsed() throws IOException {
        holdfast().typing("hf_kept\n", "token", "use", address);
        Files.setPosixFilePermissions(
                folder.resolve("config/holdfast/tokens"), PosixFilePermissions.fromString("rw-r--r--"));
        Holdfast.Done done = holdfast().with("HOLDFAST_TOKEN", "").run("status", "--store", address);
        assertThat(done.code()).isEqualTo(ExitCode.NOT_PERMITTED);
        assertThat(done.err()).contains("chmod 600").doesNotContain("hf_kept");
        assertThat(shown).isEmpty();
    }

    @Test
    void plainHttpBeyondThisMachine_getsNoToken() {
        Holdfast.Done done = holdfast()
                .run(
                        "status",
                        "--store",
                        "http://0.0.0.0:" + server.getAddress().getPort());
        assertThat(done.code()).isEqualTo(ExitCode.NOT_PERMITTED);
        assertThat(done.err()).contains("others could read it").doesNotContain("hf_variable");
        assertThat(shown).isEmpty();
    }
}
