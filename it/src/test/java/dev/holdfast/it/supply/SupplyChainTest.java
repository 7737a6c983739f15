package dev.holdfast.it.supply;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What the delivered files consist of: no version with a known flaw, and no licence that was not looked at. */
class SupplyChainTest {
    private static final Path ROOT = Path.of("").toAbsolutePath().getParent();
    private static final Path ADVISORIES = ROOT.resolve("docs/supply-chain/advisories.tsv");
    private static final Path LICENCES = ROOT.resolve("docs/supply-chain/licences.md");

    private static List<Component> components;

    /** An advisory: versions of a component from the first to below the second have a flaw. */
    private record Advisory(String component, String from, String fixed, String id) {
        static Advisory of(String line) {
            String[] fields = line.split("\t", -1);
            assertThat(fields).as(line).hasSize(5);
            return new Advisory(fields[0], fields[1], fields[2], fields[3]);
        }

        boolean concerns(Component component) {
            return component.name().equals(this.component) && component.isBetween(from, fixed);
        }
    }

    @BeforeAll
    static void read() throws IOException {
        TreeSet<Component> all =
                new TreeSet<>(Comparator.comparing(Component::name).thenComparing(Component::version));
        for (String module : List.of("cli", "cli/extras", "cli/audit")) {
            all.addAll(Component.in(ROOT.resolve(module).resolve("target/bom.json")));
        }
        components = List.copyOf(all);
        assertThat(components).as("components looked at").hasSizeGreaterThan(50);
    }

    @Test
    void noComponent_hasAKnownFlaw() throws IOException {
        List<Advisory> advisories = advisories();
        assertThat(advisories).isNotEmpty();
        List<String> concerned = new ArrayList<>();
        for (Advisory advisory : advisories) {
            components.stream()
                    .filter(advisory::concerns)
                    .forEach(component -> concerned.add(component.name() + " " + component.version() + ": "
                            + advisory.id() + ", fixed in " + advisory.fixed()));
        }
        assertThat(concerned).isEmpty();
    }

    @Test
    void advisory_concernsVersionsBeforeTheRepair() throws IOException {
        for (Advisory advisory : advisories()) {
            assertThat(advisory.concerns(new Component(advisory.component(), advisory.from(), "")))
                    .as(advisory.id())
                    .isTrue();
            assertThat(advisory.concerns(new Component(advisory.component(), advisory.fixed() + ".Final", "")))
                    .as(advisory.id())
                    .isFalse();
        }
    }

    private static List<Advisory> advisories() throws IOException {
        return Files.readAllLines(ADVISORIES).stream()
                .filter(line -> !line.startsWith("#"))
                .map(Advisory::of)
                .toList();
    }

    @Test
    void licences_areThoseOfTheList() throws IOException {
        String listed = Files.exists(LICENCES) ? Files.readString(LICENCES) : "";
        Path now = Path.of("target/licences.md");
        Files.writeString(now, licences());
        assertThat(listed)
                .as(
                        "docs/supply-chain/licences.md; if each licence is one that we may deliver, replace it with it/%s",
                        now)
                .isEqualTo(licences());
    }

    private static String licences() {
        return "# What is delivered, and under which licence\n"
                + "The libraries in `holdfast.jar`, `holdfast-extras.jar` and `holdfast-audit.jar`, by the bills of"
                + " materials of the build (`cli/target/bom.json`, `cli/*/target/bom.json`).\n\n"
                + "| library | licence |\n|---|---|\n"
                + components.stream()
                        .map(component -> "| `" + component.name() + "` | "
                                + component.licences().replace("|", "\\|") + " |\n")
                        .distinct()
                        .collect(Collectors.joining());
    }

    @Test
    void wrapper_checksWhatItDownloads() throws IOException {
        assertThat(Files.readString(ROOT.resolve(".mvn/wrapper/maven-wrapper.properties")))
                .containsPattern("(?m)^distributionSha256Sum=[0-9a-f]{64}$");
    }
}
