package dev.holdfast.server.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import dev.holdfast.LockManager;
import dev.holdfast.browser.Chromium;
import dev.holdfast.check.LongTest;
import dev.holdfast.internal.json.Json;
import dev.holdfast.server.HoldfastServer;
import dev.holdfast.server.ServerOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;

/** The description of the interface as somebody reads it, in a browser. */
@EnabledIf("dev.holdfast.browser.Chromium#installed")
class DocsPageTest extends InChromium {
    private static LockManager locks;
    private static HoldfastServer server;

    private final List<String> complaints = new ArrayList<>();
    private BrowserContext context;
    private Page page;

    @BeforeAll
    static void serve() {
        locks = LockManager.open("memory:");
        server = HoldfastServer.start(locks, ServerOptions.DEFAULT.port(0));
    }

    @AfterAll
    static void end() {
        server.close();
        locks.close();
    }

    @BeforeEach
    void open() {
        context = browser.newContext(new Browser.NewContextOptions()
                .setColorScheme(ColorScheme.DARK)
                .setPermissions(List.of("clipboard-read", "clipboard-write")));
        page = context.newPage();
        page.setDefaultTimeout(Chromium.PATIENCE);
        page.onConsoleMessage(message -> {
            if (message.type().equals("error")) {
                complaints.add(message.text());
            }
        });
        page.onRequest(request -> {
            if (!request.url().startsWith(server.address())) {
                complaints.add("asked for " + request.url());
            }
        });
        page.navigate(server.address() + "/docs");
        assertThat(page.locator("#problem")).isVisible();
    }

    @AfterEach
    void close() {
        context.close();
        assertThat(complaints).isEmpty();
    }

    private Map<String, Map<?, ?>> described() {
        String text = page.request().get(server.address() + "/openapi.json").text();
        Map<String, Map<?, ?>> calls = new TreeMap<>();
        ((Map<?, ?>) Json.readObject(text).get("paths"))
                .forEach((path, methods) -> ((Map<?, ?>) methods)
                        .forEach((method, call) ->
                                calls.put(method.toString().toUpperCase(Locale.ROOT) + " " + path, (Map<?, ?>) call)));
        return calls;
    }

    private Locator call(String name) {
        return page.locator("[data-call=\"" + name + "\"]");
    }

    @Test
    void everyCall_isShownWithAllThatIsSaidOfIt() {
        Map<String, Map<?, ?>> calls = described();
        assertThat(calls).hasSizeGreaterThan(10);
        assertThat(page.locator("article[data-call]")).hasCount(calls.size());
        assertThat(page.locator("#index li")).hasCount(calls.size());
        calls.forEach((name, said) -> {
            Locator shown = call(name);
            assertThat(shown.locator("h3")).containsText(String.valueOf(said.get("summary")));
            assertThat(shown.locator("pre")).containsText("curl ");
            Map<?, ?> answers = (Map<?, ?>) said.get("responses");
            assertThat(shown.locator(".answer .status").allTextContents())
                    .as(name)
                    .hasSameElementsAs(
                            answers.keySet().stream().map(String::valueOf).toList());
            if (said.get("parameters") instanceof List<?> parameters) {
                parameters.forEach(parameter ->
                        assertThat(shown).containsText(String.valueOf(((Map<?, ?>) parameter).get("name"))));
            }
        });
    }

    @Test
    @LongTest(
            "one of many looks at the page; covered by everyCall_isShownWithAllThatIsSaidOfIt and OpenApiTest in every check")
    void members_areShownWithTypeMeaningAndWhetherTheyMustBeThere() {
        page.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true; })");
        List<String> rows = call("POST /v1/locks").locator("tr.field").allInnerTexts();
        assertThat(rows)
                .anyMatch(row -> row.matches("(?s)resources \\*\\s+list of string\\s+\\(at least 1, at most 100\\)"))
                .anyMatch(row -> row.matches("(?s)mode\\s+exclusive \\| shared\\s+\\(exclusive by default\\)"))
                .anyMatch(row -> row.contains("Unique to the session, tab or program"))
                .anyMatch(row -> row.contains("A secret that renews and releases the hold."));
    }

    @Test
    @LongTest(
            "one of many looks at the page; covered by everyCall_isShownWithAllThatIsSaidOfIt and OpenApiTest in every check")
    void curlLine_isCopied() {
        call("POST /v1/locks").locator(".curl button").click();
        assertThat(call("POST /v1/locks").locator(".curl button")).hasText("Copied");
        assertThat(page.evaluate("navigator.clipboard.readText()"))
                .isEqualTo("curl -s '" + server.address() + "/v1/locks' -H \"Authorization: Bearer $token\""
                        + " -H 'Content-Type: application/json'"
                        + " -d '{\"resources\":[\"policy/12345\"],\"owner\":{\"id\":\"tab-7\"}}'");
    }

    @Test
    @LongTest(
            "one of many looks at the page; covered by everyCall_isShownWithAllThatIsSaidOfIt and OpenApiTest in every check")
    void search_byKeyboardAlone_leadsToACall() {
        page.keyboard().press("/");
        page.keyboard().type("words that nobody wrote");
        assertThat(page.locator("#empty")).isVisible();
        page.keyboard().press("Escape");
        page.keyboard().type("fences/check");
        assertThat(call("POST /v1/fences/check")).isVisible();
        assertThat(call("GET /metrics")).isHidden();
        assertThat(page.locator("#found")).containsText(" of " + described().size() + " calls");
        page.keyboard().press("ArrowDown");
        page.keyboard().press("Enter");
        assertThat(page.locator("#index a[aria-current]")).hasCount(1);
        assertThat(call("POST /v1/fences/check")).isInViewport();
    }

    @Test
    @LongTest(
            "one of many looks at the page; covered by everyCall_isShownWithAllThatIsSaidOfIt and OpenApiTest in every check")
    void theme_isThatOfTheSystemUntilItIsSwitched() {
        assertThat(page.locator("html")).hasAttribute("data-theme", "dark");
        page.locator("#theme").click();
        assertThat(page.locator("html")).hasAttribute("data-theme", "light");
        page.reload();
        assertThat(page.locator("html")).hasAttribute("data-theme", "light");
    }

    @Test
    @LongTest(
            "one of many looks at the page; covered by everyCall_isShownWithAllThatIsSaidOfIt and OpenApiTest in every check")
    void page_onAPhone_needsNoScrollingSideways() {
        page.setViewportSize(360, 740);
        Object beyond = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth");
        assertThat(((Number) beyond).intValue()).isZero();
    }

    @Test
    @LongTest(
            "one of many looks at the page; covered by everyCall_isShownWithAllThatIsSaidOfIt and OpenApiTest in every check")
    void dashboard_leadsHere() {
        page.navigate(server.address());
        page.locator("footer a").click();
        assertThat(page).hasURL(server.address() + "/docs");
    }
}
