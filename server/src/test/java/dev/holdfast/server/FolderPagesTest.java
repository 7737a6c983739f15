package dev.holdfast.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.holdfast.LockManager;
import dev.holdfast.server.Http.Told;
import dev.holdfast.server.http.Origins;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The operator's own pages: what is in the folder is shown, and nothing else. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class FolderPagesTest {
    private static final String SECRET = "not for the web";

    @TempDir
    private Path folder;

    private final LockManager locks = LockManager.open("memory:");
    private Path pages;
    private HoldfastServer server;
    private Http http;

    @BeforeEach
    void start() throws IOException {
        pages = Files.createDirectory(folder.resolve("web"));
        write("index.html", "<!doctype html><script>1 + 1</script><p>Front");
        write("notes/index.html", "<p>Notes");
        write("notes/x y.mjs", "export const x = 1;");
        write("a.unknown", "?");
        write(".env", SECRET);
        write(".git/config", SECRET);
        Files.writeString(folder.resolve("secret.txt"), SECRET);
        Files.createSymbolicLink(pages.resolve("link.txt"), folder.resolve("secret.txt"));
        Files.createSymbolicLink(pages.resolve("outside"), folder);
        server = HoldfastServer.start(locks, options(pages));
        http = new Http(server.address());
    }

    private static ServerOptions options(Path pages) {
        return ServerOptions.DEFAULT.port(0).web(new WebOptions(pages, Origins.NONE));
    }

    private void write(String name, String content) throws IOException {
        Files.createDirectories(pages.resolve(name).getParent());
        Files.writeString(pages.resolve(name), content);
    }

    @AfterEach
    void stop() {
        server.close();
        locks.close();
    }

    @Test
    void files_areShown_withTheirTypesAndAPolicyThatLetsThemWork() throws Exception {
        Told front = http.get("/pages/");
        assertThat(front.status()).isEqualTo(200);
        assertThat(front.response().body()).contains("Front");
        assertThat(front.header("Content-Type")).isEqualTo("text/html; charset=utf-8");
        assertThat(front.header("Content-Security-Policy"))
                .startsWith("default-src 'none'")
                .contains("script-src 'self'", "connect-src 'self'")
                .as("its own inline script")
                .contains("'sha256-");
        assertThat(http.get("/pages/notes/").response().body()).isEqualTo("<p>Notes");
        assertThat(http.get("/pages/notes/x%20y.mjs").header("Content-Type")).startsWith("text/javascript");
        assertThat(http.get("/pages/a.unknown").header("Content-Type")).isEqualTo("application/octet-stream");
        assertThat(http.get("/pages/a.unknown").header("X-Content-Type-Options"))
                .isEqualTo("nosniff");
        assertThat(http.get("/pages").header("Location")).isEqualTo("/pages/");
        assertThat(http.get("/pages/notes").header("Location")).isEqualTo("/pages/notes/");
        assertThat(http.post("/pages/", "{}").status()).isEqualTo(405);
        assertThat(http.get("/pages/nothing").status()).isEqualTo(404);
    }

    @Test
    void nothingElse_isShown() throws Exception {
        for (String path : new String[] {
            "/pages/../secret.txt",
            "/pages/%2e%2e/secret.txt",
            "/pages/..%2fsecret.txt",
            "/pages/..%5csecret.txt",
            "/pages//etc/passwd",
            "/pages/%2fetc/passwd",
            "/pages/notes/../../secret.txt",
            "/pages/link.txt",
            "/pages/outside/secret.txt",
            "/pages/.env",
            "/pages/.git/config",
            "/pages/index.html%00.txt",
            "/pages/./index.html"
        }) {
            assertThat(raw(path)).as(path).contains(" 404 ").doesNotContain(SECRET, "root:");
        }
    }

    /** Sends a path as it is; a client would resolve its dots. */
    private String raw(String path) throws IOException {
        URI address = URI.create(server.address());
        try (Socket socket = new Socket(address.getHost(), address.getPort())) {
            socket.setSoTimeout(60_000);
            socket.getOutputStream()
                    .write(("GET " + path + " HTTP/1.1\r\nHost: " + address.getAuthority()
                                    + "\r\nConnection: close\r\n\r\n")
                            .getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void changes_areSeen() throws Exception {
        write("index.html", "<p>Changed, and longer than before");
        write("new.txt", "new");
        await().atMost(Duration.ofMinutes(1)).untilAsserted(() -> {
            assertThat(http.get("/pages/").response().body()).startsWith("<p>Changed");
            assertThat(http.get("/pages/new.txt").response().body()).isEqualTo("new");
        });
        Files.delete(pages.resolve("new.txt"));
        await().atMost(Duration.ofMinutes(1))
                .untilAsserted(
                        () -> assertThat(http.get("/pages/new.txt").status()).isEqualTo(404));
    }

    @Test
    void tooMuch_isRefusedAtTheStart_andLaterTheEarlierPagesStay() throws Exception {
        try (RandomAccessFile large =
                new RandomAccessFile(pages.resolve("large.bin").toFile(), "rw")) {
            large.setLength(65L << 20);
        }
        assertThat(http.get("/pages/").response().body()).contains("Front");
        assertThatThrownBy(() -> HoldfastServer.start(locks, options(pages)))
                .isInstanceOf(ServerException.class)
                .hasMessageContaining("64 MiB");
        assertThatThrownBy(() -> HoldfastServer.start(locks, options(folder.resolve("none"))))
                .isInstanceOf(ServerException.class)
                .hasMessageContaining("There is no folder");
    }
}
