package dev.holdfast.browser;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.ReducedMotion;
import dev.holdfast.check.Extent;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/**
 * The check of axe-core, light and dark, on a phone and on a wide screen. A page that scrolls sideways has a fault, too, and a field
 * that is wider than its label and so covers what is beside it.
 */
public final class Accessibility {
    private static final int PHONE = 360;
    private static final int WIDE = 1600;
    private static final int HEIGHT = 900;
    private static final String RUN = "axe.run().then(found => found.violations"
            + ".map(one => one.id + ': ' + one.nodes.map(node => node.html).join(' ')))";
    private static final String BEYOND = "document.documentElement.scrollWidth - document.documentElement.clientWidth";

    private static final String COVERING = "[...document.querySelectorAll('label > input, label > select')]"
            + ".filter(one => one.getClientRects().length > 0 && getComputedStyle(one.parentElement).display === 'grid')"
            + ".filter(one => one.getBoundingClientRect().right > one.parentElement.getBoundingClientRect().right + 1)"
            + ".map(one => 'field beyond its label: ' + one.outerHTML)";

    private Accessibility() {}

    /**
     * Returns the faults of a page in its present state, each with the colour scheme and the width; empty if it has none. Each
     * scheme is checked on one of the screens, and with {@code ./check --all} on both.
     */
    public static List<String> faults(Page page) {
        page.evaluate(script());
        List<String> faults = new ArrayList<>();
        for (ColorScheme scheme : List.of(ColorScheme.LIGHT, ColorScheme.DARK)) {
            // Pages follow either the system or a choice of their own. What fades in has no colour to judge.
            page.emulateMedia(
                    new Page.EmulateMediaOptions().setColorScheme(scheme).setReducedMotion(ReducedMotion.REDUCE));
            page.evaluate("theme => { document.documentElement.dataset.theme = theme; }", name(scheme));
            for (int width : widths(scheme)) {
                page.setViewportSize(width, HEIGHT);
                String where = name(scheme) + ", " + width + " wide: ";
                ((List<?>) page.evaluate(RUN)).forEach(fault -> faults.add(where + fault));
                ((List<?>) page.evaluate(COVERING)).forEach(fault -> faults.add(where + fault));
                int beyond = ((Number) page.evaluate(BEYOND)).intValue();
                if (beyond > 0) {
                    faults.add(where + "scrolls sideways by " + beyond);
                }
            }
        }
        return faults;
    }

    private static List<Integer> widths(ColorScheme scheme) {
        return Extent.all() ? List.of(PHONE, WIDE) : List.of(scheme == ColorScheme.LIGHT ? PHONE : WIDE);
    }

    private static String name(ColorScheme scheme) {
        return scheme.name().toLowerCase(Locale.ROOT);
    }

    private static String script() {
        try (InputStream script = Page.class.getResourceAsStream("/axe.min.js")) {
            return new String(Objects.requireNonNull(script).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
