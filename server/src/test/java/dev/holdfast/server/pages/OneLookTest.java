package dev.holdfast.server.pages;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** All pages of the server have one set of colours, in light and in dark. */
class OneLookTest {
    private static final Pattern COLOUR = Pattern.compile("--([a-z]+):\\s*(#[0-9a-f]{3,6})\\s*;");
    private static final Pattern BOTH =
            Pattern.compile("--([a-z]+):\\s*light-dark\\((#[0-9a-f]{3,6}), (#[0-9a-f]{3,6})\\)");

    private static String css(String name) throws IOException {
        try (InputStream in = OneLookTest.class.getResourceAsStream(name)) {
            return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8)
                    .toLowerCase(Locale.ROOT);
        }
    }

    /** Returns the colours of the dashboard: by name, the one on light and the one on dark. */
    private static Map<String, String> dashboard() throws IOException {
        Map<String, String> colours = new TreeMap<>();
        Matcher each = COLOUR.matcher(css("dashboard.css"));
        while (each.find()) {
            colours.merge(each.group(1), each.group(2), (light, dark) -> light + " " + dark);
        }
        return colours;
    }

    @Test
    void example_hasTheColoursOfTheDashboard() throws IOException {
        Map<String, String> dashboard = dashboard();
        Matcher each = BOTH.matcher(css("example.css"));
        int compared = 0;
        while (each.find()) {
            assertThat(each.group(2) + " " + each.group(3)).as(each.group(1)).isEqualTo(dashboard.get(each.group(1)));
            compared++;
        }
        assertThat(compared).isGreaterThan(5);
    }
}
