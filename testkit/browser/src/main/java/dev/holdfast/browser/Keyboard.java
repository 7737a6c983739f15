package dev.holdfast.browser;

import com.microsoft.playwright.Page;

/** The keyboard of a user who has no mouse. */
public final class Keyboard {
    private static final int STEPS = 60;
    private static final String FOCUSED = """
            () => {
              const at = document.activeElement;
              const shown = getComputedStyle(at).outlineStyle !== 'none';
              return [at.ariaLabel, at.labels?.[0]?.textContent, at.textContent].find(text => text)?.trim() + (shown ? '' : ' (not shown)');
            }""";

    private final Page page;

    public Keyboard(Page page) {
        this.page = page;
    }

    /** Presses the tabulator until the element that begins with this text has the focus, and shows it. */
    public Keyboard to(String text) {
        String focused = "";
        for (int i = 0; i < STEPS; i++) {
            page.keyboard().press("Tab");
            focused = (String) page.evaluate(FOCUSED);
            if (focused.startsWith(text) && !focused.endsWith("(not shown)")) {
                return this;
            }
        }
        throw new AssertionError("The keyboard does not reach '" + text + "'; it is at '" + focused + "'.");
    }

    public Keyboard press(String key) {
        page.keyboard().press(key);
        return this;
    }

    public Keyboard type(String text) {
        page.keyboard().type(text);
        return this;
    }
}
