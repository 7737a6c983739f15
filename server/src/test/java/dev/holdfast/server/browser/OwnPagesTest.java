package dev.holdfast.server.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import com.sun.net.httpserver.HttpServer;
import dev.holdfast.LockManager;
import dev.holdfast.ManagerOptions;
import dev.holdfast.browser.Chromium;
import dev.holdfast.internal.access.AccessTokens;
import dev.holdfast.internal.rules.AccessToken;
import dev.holdfast.server.HoldfastServer;
import dev.holdfast.server.ServerOptions;
import dev.holdfast.server.WebOptions;
import dev.holdfast.server.http.Origins;
import dev.holdfast.server.options.SignInOptions;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreManagers;
import dev.holdfast.spi.StoreProvider;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

/** Pages that are not the server's: of a folder of its operator, and of another origin. */
@EnabledIf("dev.holdfast.browser.Chromium#installed")
class OwnPagesTest extends InChromium {
    @TempDir
    private Path folder;

    /** A page that takes a lock and shows what became of it. */
    private static String page(String script, String options) {
        return "<!doctype html><meta charset=utf-8><title>mine</title><p id=out>…</p><img src=x id=bad>\n<script type=\"module\">\r\n"
                + "import { connect } from '" + script + "';\n"
                + "const out = document.getElementById('out');\n"
                + "const holdfast = connect(" + options + ");\n"
                + "holdfast.watch('mine/', lock => { out.dataset.seen = lock.resource; });\n"
                + "holdfast.acquire('mine/1').then(hold => { out.textContent = 'held ' + hold.resource; },"
                + " failure => { out.textContent = failure.name; });\n"
                + "</script>";
    }

    /** A server of files elsewhere, which knows nothing of locks: its port is an origin of its own. */
    private static HttpServer elsewhere(AtomicReference<String> page) throws IOException {
        HttpServer other = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        other.createContext("/", exchange -> {
            byte[] content = page.get().getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "text/html");
            exchange.sendResponseHeaders(200, content.length);
            exchange.getResponseBody().write(content);
            exchange.close();
        });
        other.start();
        return other;
    }

    @Test
    void pagesOfTheFolder_andOfAListedOrigin_takeLocks() throws IOException {
        Files.writeString(
                folder.resolve("index.html"),
                page("/holdfast.js", "{ name: 'Anna' }")
                        .replace(
                                "const holdfast",
                                "document.body.insertAdjacentHTML('beforeend', '<img src=y onerror=\"out.textContent=1\">');\n"
                                        + "const holdfast"));
        AtomicReference<String> there = new AtomicReference<>("");
        HttpServer elsewhere = elsewhere(there);
        String listedOrigin = "http://localhost:" + elsewhere.getAddress().getPort();
        String otherOrigin = "http://127.0.0.1:" + elsewhere.getAddress().getPort();
        LockStore store = StoreProvider.openStore("memory:", InstantSource.system());
        AccessTokens tokens = new AccessTokens(store);
        WebOptions web = new WebOptions(null, Origins.of(List.of(listedOrigin)));
        try (LockManager locks = StoreManagers.over(store, ManagerOptions.DEFAULT);
                HoldfastServer local = HoldfastServer.start(
                        locks, ServerOptions.DEFAULT.port(0).web(new WebOptions(folder, Origins.NONE)));
                HoldfastServer server = HoldfastServer.start(
                        locks,
                        store,
                        ServerOptions.DEFAULT
                                .port(0)
                                .signIn(SignInOptions.TOKENS)
                                .web(web))) {
            String token = tokens.create(AccessToken.of("app", List.of(new AccessToken.Right("editor", ""))))
                    .secret();
            there.set(page(
                    server.address() + "/holdfast.js",
                    "{ server: '" + server.address() + "', token: '" + token + "' }"));
            BrowserContext context = browser.newContext();
            context.setDefaultTimeout(Chromium.PATIENCE);
            List<String> complaints = new CopyOnWriteArrayList<>();
            context.onConsoleMessage(message -> complaints.add(message.text()));

            Page own = context.newPage();
            own.navigate(local.address() + "/pages/");
            assertThat(own.locator("#out")).hasText("held mine/1");
            assertThat(own.locator("#out")).hasAttribute("data-seen", "mine/1");
            assertThat(complaints)
                    .as("what comes in as data does not run")
                    .anyMatch(text -> text.contains("inline event handler"));
            locks.admin().forceRelease("mine/1", "test", "next");

            Page other = context.newPage();
            other.navigate(otherOrigin + "/");
            other.waitForCondition(() -> complaints.stream().anyMatch(text -> text.contains("CORS policy")));
            assertThat(locks.view("mine/1").free()).isTrue();

            Page listed = context.newPage();
            listed.navigate(listedOrigin + "/");
            assertThat(listed.locator("#out")).hasText("held mine/1");
            assertThat(listed.locator("#out")).hasAttribute("data-seen", "mine/1");
            assertThat(locks.view("mine/1").holders()).hasSize(1);
        } finally {
            elsewhere.stop(0);
        }
    }
}
