package dev.holdfast.example.play.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.APIResponse;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.RequestOptions;
import dev.holdfast.internal.json.Json;
import java.util.Map;

/** Somebody at a browser, with one page of the game open. */
final class Player {
    private final BrowserContext context;
    private Page page;

    Player(BrowserContext context) {
        this.context = context;
        page = context.newPage();
    }

    BrowserContext context() {
        return context;
    }

    Page page() {
        return page;
    }

    // --- Beside the page ---

    /** Asks the server as this person does, but not in the page. */
    APIResponse ask(String path, Map<String, ?> body) {
        return context.request().post(path, RequestOptions.create().setData(body));
    }

    Map<?, ?> post(String path, Map<String, ?> body) {
        APIResponse answer = ask(path, body);
        if (!answer.ok()) {
            throw new AssertionError(path + " was answered by " + answer.status() + ": " + answer.text());
        }
        return read(answer);
    }

    Map<?, ?> get(String path) {
        return read(context.request().get(path));
    }

    private static Map<?, ?> read(APIResponse answer) {
        return Json.readObject(answer.text());
    }

    String userId() {
        return (String) get("/play/me").get("userId");
    }

    /** What the server keeps of what this person wrote for a character; null if nothing. */
    String draft(String scene, String character) {
        APIResponse answer = context.request().get("/play/scenes/" + scene + "/characters/" + character + "/draft");
        return answer.status() == 404 ? null : (String) read(answer).get("content");
    }

    // --- The page ---

    Player open(String scene) {
        page.navigate("/#scene/" + scene);
        assertThat(page.locator("#connection-text")).hasText("live");
        return this;
    }

    /** As somebody does who closes the tab, and opens the page anew later. */
    void closeTab() {
        page.close();
    }

    void newTab() {
        page = context.newPage();
    }

    /** A second tab beside the one that is open. */
    Page tab(String scene) {
        Page tab = context.newPage();
        tab.navigate("/#scene/" + scene);
        assertThat(tab.locator("#connection-text")).hasText("live");
        return tab;
    }

    /** The page says now that it is there, as it does when somebody comes back to it. */
    void ping() {
        page.waitForResponse(
                "**/heartbeat?whole=true",
                () -> page.evaluate("() => { document.dispatchEvent(new Event('visibilitychange')); }"));
    }

    static Locator row(Page page, String character) {
        return page.locator("#characters > li").filter(new Locator.FilterOptions().setHasText(character));
    }

    /** The button by which a character's post is taken. */
    Locator button(String character) {
        return row(page, character).locator("button");
    }

    Locator composing() {
        return page.locator("#compose");
    }

    Locator text() {
        return page.getByLabel("Post", new Page.GetByLabelOptions().setExact(true));
    }

    Locator indicator() {
        return page.locator("#indicator-text");
    }

    Locator notices() {
        return page.locator("#notices");
    }

    Locator posts() {
        return page.locator("#posts .post");
    }

    void take(String character) {
        button(character).click();
        assertThat(text()).isVisible();
        assertThat(text()).isEditable();
    }

    /** Types at the end, and waits until the server has it. */
    void write(String words) {
        type(words);
        assertThat(page.locator("#draft-state")).containsText("Draft saved");
        page.waitForCondition(() ->
                (boolean) page.evaluate("() => Object.keys(localStorage).every(key => !key.startsWith('play-text'))"));
    }

    void type(String words) {
        text().pressSequentially(words);
    }

    void press(String button) {
        page.getByRole(
                        AriaRole.BUTTON,
                        new Page.GetByRoleOptions().setName(button).setExact(true))
                .click();
    }
}
