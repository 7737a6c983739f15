package dev.holdfast.server.browser;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.Request;
import com.microsoft.playwright.options.RequestOptions;
import dev.holdfast.browser.Chromium;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A page with the client in it. What its holds tell is noted in {@code told}, as {@code [name, detail]}. */
final class Tab {
    private static final String SET_UP = """
            async options => {
              performance.now(); // of a faked clock the origin is wrong until then
              const module = await import('/holdfast.js');
              Object.assign(globalThis, module);
              globalThis.told = [];
              globalThis.note = hold => {
                for (const name of ['warning', 'lost', 'released', 'disconnected', 'reconnected', 'saved', 'late', 'refused']) {
                  hold.addEventListener(name, event => told.push([name, event.detail]));
                }
                return hold;
              };
              globalThis.holdfast = connect(options);
            }""";
    private static final String TAKE = """
            async ([resource, options]) => {
              try {
                globalThis.hold = note(await holdfast.acquire(resource, options));
                return null;
              } catch (refusal) {
                const { name, message, status, why, retryAfter, holders } = refusal;
                return { name, message, status, why, retryAfter, holder: holders?.[0]?.name };
              }
            }""";

    private final Page page;
    private final String address;
    private final List<Request> beats = new ArrayList<>();

    Tab(Page page, String address) {
        this.page = page;
        this.address = address;
        page.onRequest(request -> {
            if (request.url().contains("/heartbeat?")) {
                beats.add(request);
            }
        });
        page.setDefaultTimeout(Chromium.PATIENCE);
    }

    /** Opens the empty page and connects under that name. */
    Tab open(String name) {
        return open(Map.of("name", name, "user", name));
    }

    Tab open(Map<String, ?> options) {
        page.navigate(address + "/empty");
        page.evaluate(SET_UP, options);
        return this;
    }

    /** Loads the page again, as somebody does who presses the key for it. */
    void reload(String name) {
        page.reload();
        page.evaluate(SET_UP, Map.of("name", name, "user", name));
    }

    /** Another tab of the same browser. */
    Tab beside() {
        return new Tab(page.context().newPage(), address);
    }

    Page page() {
        return page;
    }

    Object run(String script) {
        return page.evaluate(script);
    }

    String text(String script) {
        return String.valueOf(run(script));
    }

    boolean is(String script) {
        return Boolean.TRUE.equals(run(script));
    }

    double number(String script) {
        return ((Number) run(script)).doubleValue();
    }

    /** Takes that; null, or how it was refused. */
    Map<?, ?> take(String resource) {
        return take(resource, Map.of());
    }

    Map<?, ?> take(String resource, Map<String, ?> options) {
        return (Map<?, ?>) page.evaluate(TAKE, List.of(resource, options));
    }

    void await(String condition) {
        page.waitForFunction(condition);
    }

    /** What was told with the first event of that name. */
    Map<?, ?> told(String name) {
        page.waitForFunction("name => told.some(one => one[0] === name)", name);
        return (Map<?, ?>) page.evaluate("name => told.find(one => one[0] === name)[1]", name);
    }

    /** How often that was told. */
    int times(String name) {
        return ((Number) page.evaluate("name => told.filter(one => one[0] === name).length", name)).intValue();
    }

    /** How many heartbeats for something that somebody did left the page, up to now. */
    long beats() {
        settle();
        return beatBodies().stream()
                .filter(body -> body.contains("\"active\":true"))
                .count();
    }

    List<String> beatBodies() {
        return beats.stream().map(Request::postData).toList();
    }

    /** What the page had sent before is known afterwards. */
    private void settle() {
        page.evaluate("() => fetch('/health').then(answer => answer.text())");
    }

    /** Asks the server from outside the page. */
    void post(String path, Map<String, ?> body) {
        int status = page.request()
                .post(address + path, RequestOptions.create().setData(body))
                .status();
        if (status != 200) {
            throw new AssertionError(path + " was answered by " + status);
        }
    }
}
