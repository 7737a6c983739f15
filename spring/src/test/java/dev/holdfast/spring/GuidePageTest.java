package dev.holdfast.spring;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import dev.holdfast.Hold;
import dev.holdfast.LockManager;
import dev.holdfast.browser.Chromium;
import dev.holdfast.spring.guide.Underwriting;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;

/** The page of {@code docs/spring.md} in a browser. */
@EnabledIf(value = "dev.holdfast.browser.Chromium#installed", disabledReason = "There is no chromium on the PATH.")
@Timeout(value = 240, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class GuidePageTest {
    @Test
    @DisplayName("P8: the page keeps its lock by a heartbeat every 30 s, and says when it is lost")
    void page_keepsItsLock() {
        try (ConfigurableApplicationContext app = Apps.web(Underwriting.class, Postgres.fresh());
                Chromium chromium = Chromium.start()) {
            JdbcTemplate jdbc = app.getBean(JdbcTemplate.class);
            jdbc.execute("CREATE TABLE policy (id bigint PRIMARY KEY, text text)");
            jdbc.execute("INSERT INTO policy VALUES (1, 'house')");
            LockManager locks = app.getBean(LockManager.class);

            Page page = chromium.browser().newPage();
            page.clock().install();
            page.navigate(Apps.address(app) + "/edit.html");
            page.evaluate("fetch('/policies/1/edit', { method: 'POST' }).then(answer => answer.text())");
            Hold taken = locks.view("policy/1").holders().get(0).hold();
            page.waitForResponse("**/session/heartbeat", () -> page.clock().fastForward(30_000));
            Hold kept = locks.view("policy/1").holders().get(0).hold();
            assertThat(kept.fence()).isEqualTo(taken.fence());
            assertThat(kept.seen()).isAfter(taken.seen());

            locks.admin().forceRelease("policy/1", "Clara", "audit");
            page.waitForResponse("**/session/heartbeat", () -> page.clock().fastForward(30_000));
            page.waitForFunction("document.getElementById('message').textContent !== ''");
            assertThat(page.textContent("#message"))
                    .isEqualTo("Your lock on policy/1 has ended: Clara released it (audit).");
        }
    }
}
