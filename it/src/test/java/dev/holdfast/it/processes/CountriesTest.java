package dev.holdfast.it.processes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.check.Extent;
import dev.holdfast.testkit.Child;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Languages, zones and daylight saving change nothing but the local times that people are shown. */
class CountriesTest {
    /** Half a minute before the clocks of New York go forward. */
    private static final String FORWARD = "2026-03-08T06:59:30Z";

    private static final String BACK = "2026-11-01T05:59:30Z";
    private static final String PLAIN = "plain";

    private static final Map<String, List<String>> COUNTRIES = new LinkedHashMap<>();

    static {
        COUNTRIES.put(PLAIN, options("en", "US", "UTC"));
        COUNTRIES.put("Turkish", options("tr", "TR", "Asia/Kolkata"));
        COUNTRIES.put("New York", options("en", "US", "America/New_York"));
        COUNTRIES.put("Arabic", options("ar", "EG", "Africa/Cairo"));
    }

    @TempDir
    Path folder;

    private static List<String> options(String language, String country, String zone) {
        return List.of(
                "-Duser.language=" + language,
                "-Duser.country=" + country,
                "-Duser.timezone=" + zone,
                "-Dfile.encoding=UTF-8",
                "-Dsun.jnu.encoding=UTF-8");
    }

    static List<String> moments() {
        return Extent.all() ? List.of(FORWARD, BACK) : List.of(BACK);
    }

    @ParameterizedTest
    @MethodSource("moments")
    @Timeout(600)
    void everyCountry_seesTheSameInEveryStore(String moment) throws Exception {
        Map<String, Child> children = new LinkedHashMap<>();
        try {
            for (Map.Entry<String, List<String>> country : COUNTRIES.entrySet()) {
                Path home = Files.createDirectories(folder.resolve(country.getKey()));
                children.put(
                        country.getKey(),
                        Child.start(folder, country.getValue(), Scenario.class, home.toString(), moment));
            }
            String plain = said(children.get(PLAIN));
            assertThat(plain).contains("acquired: ", "refused: ", "locally: ", "file ", "history: ", "FORCED");
            assertThat(plain.lines()).containsAll(Scenario.STORES.keySet());
            children.remove(PLAIN).close();
            for (Map.Entry<String, Child> child : children.entrySet()) {
                assertThat(said(child.getValue())).as(child.getKey()).isEqualTo(plain);
            }
        } finally {
            children.values().forEach(Child::close);
        }
    }

    private static String said(Child child) throws IOException, InterruptedException {
        String all = new String(child.process().getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(child.await(300)).as(child.errors()).isZero();
        return all;
    }
}
