package dev.holdfast.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class OptionsTest {
    private static final List<Suite> SUITES =
            List.of(suite("kernel", "memory", "sqlite"), suite("servers", "redis", "etcd"));

    private static Suite suite(String name, String... parts) {
        Map<String, Part> all = new LinkedHashMap<>();
        for (String part : parts) {
            all.put(part, (setting, report) -> {});
        }
        return new Suite(name, name + ".md", report -> {}, all);
    }

    private static Options parse(String... arguments) {
        return Options.parse(arguments, SUITES, new Progress(new PrintStream(OutputStream.nullOutputStream())));
    }

    @Test
    void parse_nothing_isTheWholeFirstReport() {
        Options options = parse();
        assertThat(options.parts()).containsExactly("memory", "sqlite");
        assertThat(options.report()).isEqualTo(Path.of("docs", "benchmarks", "kernel.md"));
    }

    @Test
    void parse_nameOfAReport_isAllOfIt() {
        Options options = parse("servers");
        assertThat(options.parts()).containsExactly("redis", "etcd");
        assertThat(options.report()).isEqualTo(Path.of("docs", "benchmarks", "servers.md"));
    }

    @Test
    void parse_somePartsOrQuickly_writesNoReportUnlessAsked() {
        assertThat(parse("etcd").parts()).containsExactly("etcd");
        assertThat(parse("etcd").report()).isNull();
        assertThat(parse("--quick", "servers").report()).isNull();
        assertThat(parse("--report", "x.md", "etcd").report()).isEqualTo(Path.of("x.md"));
    }

    @Test
    void parse_rounds_areFewerWhenQuick_unlessGiven() {
        assertThat(parse("etcd").setting().rounds()).isEqualTo(9);
        assertThat(parse("--quick", "etcd").setting().rounds()).isEqualTo(3);
        assertThat(parse("--quick", "--rounds", "20", "etcd").setting().rounds())
                .isEqualTo(20);
        assertThatThrownBy(() -> parse("--rounds", "0")).hasMessageContaining("not '0'");
        assertThatThrownBy(() -> parse("--rounds", "many")).hasMessageContaining("not 'many'");
        assertThatThrownBy(() -> parse("--rounds")).hasMessageContaining("needs a value");
    }

    @Test
    void parse_partsOfTwoReports_isRefused() {
        assertThatThrownBy(() -> parse("redis", "memory")).hasMessageContaining("belong to two reports");
        assertThatThrownBy(() -> parse("servers", "memory")).hasMessageContaining("belong to two reports");
    }

    @Test
    void parse_unknownPart_isRefusedWithTheOnesThereAre() {
        assertThatThrownBy(() -> parse("oracle"))
                .hasMessageContaining("'oracle'")
                .hasMessageContaining("redis, etcd (all: servers)");
        assertThatThrownBy(() -> parse("servers", "oracle")).hasMessageContaining("'oracle'");
    }
}
