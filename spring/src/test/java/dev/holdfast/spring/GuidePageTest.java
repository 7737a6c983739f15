package dev.holdfast.spring;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import dev.holdfast.LockManager;
import dev.holdfast.rules.Hold;
import dev.holdfast.spring.guide.Underwriting;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;

/** The page of {@code docs/spring.md} in a browser. */
@EnabledIf(value = "installed", disabledReason = "There is no chromium on the PATH.")
@Timeout(value = 120, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class GuidePageTest {
    private static final List<String> QUIET = List.of(
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync");

    static boolean installed() {
        return chromium().isPresent();
    }

    private static Optional<Path> chromium() {
        return Stream.of(System.getenv("PATH").split(File.pathSeparator, -1))
                .map(folder -> Path.of(folder, "chromium"))
                .filter(Files::isExecutable)
                .findFirst();
    }

    @Test
    @DisplayName("P8: the page keeps its lock by a heartbeat every 30 s, and says when it is lost")
    void page_keepsItsLock() {
        try (ConfigurableApplicationContext app = Apps.web(Underwriting.class, Postgres.fresh());
                Playwright playwright = Playwright.create(
                        new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
                Browser browser = playwright
                        .chromium()
                        .launch(new BrowserType.LaunchOptions()
                                .setExecutablePath(chromium().orElseThrow())
                                .setArgs(QUIET))) {
            JdbcTemplate jdbc = app.getBean(JdbcTemplate.class);
            jdbc.execute("CREATE TABLE policy (id bigint PRIMARY KEY, text text)");
            jdbc.execute("INSERT INTO policy VALUES (1, 'house')");
            LockManager locks = app.getBean(LockManager.class);

            Page page = browser.newPage();
            page.clock().install();
            page.navigate(Apps.address(app) + "/edit.html");
            page.evaluate("fetch('/policies/1/edit', { method: 'POST' }).then(answer => answer.text())");
            Hold taken = locks.look("policy/1").holds().get(0).hold();
            page.waitForResponse("**/session/heartbeat", () -> page.clock().fastForward(30_000));
            Hold kept = locks.look("policy/1").holds().get(0).hold();
            assertThat(kept.fence()).isEqualTo(taken.fence());
            assertThat(kept.seen()).isAfter(taken.seen());

            locks.forceRelease("policy/1", "Clara", "audit");
            page.waitForResponse("**/session/heartbeat", () -> page.clock().fastForward(30_000));
            page.waitForFunction("document.getElementById('message').textContent !== ''");
            assertThat(page.textContent("#message")).isEqualTo("policy/1 was lost: Clara released it (audit).");
        }
    }
}
