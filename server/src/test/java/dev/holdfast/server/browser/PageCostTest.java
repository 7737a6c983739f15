package dev.holdfast.server.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.microsoft.playwright.CDPSession;
import com.microsoft.playwright.Page;
import dev.holdfast.LockManager;
import dev.holdfast.LockRequest;
import dev.holdfast.Owner;
import dev.holdfast.browser.Chromium;
import dev.holdfast.server.HoldfastServer;
import dev.holdfast.server.ServerOptions;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;

/**
 * Cost of the dashboard for its reader: processor time of the page's thread, layouts, and elements. The bounds of time are those
 * that docs/server.md promises. They are ten times what is usual, so that a busy machine stays below them.
 */
@EnabledIf("dev.holdfast.browser.Chromium#installed")
class PageCostTest extends InChromium {
    private LockManager locks;
    private HoldfastServer server;
    private Page page;
    private CDPSession session;

    @BeforeEach
    void start() {
        locks = LockManager.open("memory:");
        server = HoldfastServer.start(locks, ServerOptions.DEFAULT.port(0));
        page = browser.newPage();
        page.setDefaultTimeout(Chromium.PATIENCE);
        session = page.context().newCDPSession(page);
        JsonObject processorTime = new JsonObject();
        processorTime.addProperty("timeDomain", "threadTicks");
        session.send("Performance.enable", processorTime);
    }

    @AfterEach
    void stop() {
        Chromium.leave();
        server.close();
        locks.close();
    }

    private void open(int number) throws Exception {
        for (int i = 0; i < number; i++) {
            locks.holds()
                    .grant(LockRequest.of(String.format(Locale.ROOT, "policy/%05d", i))
                            .owner(Owner.of("owner " + i).named("Anna " + i))
                            .note("renewal"));
        }
        page.navigate(server.address());
        assertThat(page.locator("#count")).hasText(String.format(Locale.ENGLISH, "%,d", number));
        assertThat(page.locator("#history li")).not().hasCount(0);
    }

    private Map<String, Double> metrics() {
        Map<String, Double> metrics = new HashMap<>();
        for (JsonElement one : session.send("Performance.getMetrics").getAsJsonArray("metrics")) {
            JsonObject metric = one.getAsJsonObject();
            metrics.put(metric.get("name").getAsString(), metric.get("value").getAsDouble());
        }
        return metrics;
    }

    private static double grown(Map<String, Double> before, Map<String, Double> after, String metric) {
        return after.getOrDefault(metric, Double.NaN) - before.getOrDefault(metric, Double.NaN);
    }

    @Test
    void manyLocks_areShownAndFilteredInLittleTime() throws Exception {
        open(5_000);
        Map<String, Double> shown = metrics();
        assertThat(shown.get("TaskDuration"))
                .as("seconds to show 5,000 locks")
                .isPositive()
                .isLessThan(2);
        assertThat(shown.get("Nodes")).as("nodes in the page").isLessThan(20_000);
        for (char letter : "policy/04999".toCharArray()) {
            page.locator("#search").pressSequentially(String.valueOf(letter));
        }
        assertThat(page.locator("#locks > li")).hasCount(1);
        double letters = grown(shown, metrics(), "TaskDuration") / 12;
        assertThat(letters).as("seconds per letter of the filter").isPositive().isLessThan(0.1);
    }

    @Test
    void idleLocks_needNoAnimation_andHardlyAnyTime() throws Exception {
        page.clock().install();
        open(300);
        page.clock().runFor(2_000);
        Map<String, Double> before = metrics();
        page.clock().runFor(30_000);
        Map<String, Double> after = metrics();
        assertThat(page.evaluate("document.getAnimations().length"))
                .as("animations")
                .isEqualTo(0);
        assertThat(grown(before, after, "LayoutCount")).as("layouts in 30 s").isLessThan(120);
        assertThat(grown(before, after, "TaskDuration")).as("seconds of 30").isLessThan(3);
    }
}
