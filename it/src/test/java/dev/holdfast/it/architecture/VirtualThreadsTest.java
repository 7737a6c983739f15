package dev.holdfast.it.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The adapters block in the calling thread, which may be virtual. Up to JDK 23 a virtual thread that blocks in {@code
 * synchronized} pins its carrier, so they do without it.
 */
class VirtualThreadsTest {
    static Stream<Module> adapters() {
        return Module.adapters();
    }

    @Test
    void adapters_areAllFound() {
        assertThat(adapters()).isNotEmpty();
    }

    @ParameterizedTest
    @MethodSource("adapters")
    void adapter_hasNoMonitor(Module adapter) {
        List<String> files =
                adapter.classes().stream().map(VirtualThreadsTest::file).toList();
        assertThat(files).hasSizeGreaterThan(1);
        assertThat(monitors(files)).isEmpty();
    }

    @Test
    void monitors_thatArePlanted_areReported() {
        assertThat(monitors(List.of(fileOf(Planted.class))))
                .hasSize(2)
                .anyMatch(line -> line.contains("synchronized void method"))
                .anyMatch(line -> line.contains("monitorenter"));
    }

    @SuppressWarnings("unused")
    private static final class Planted {
        private int count;

        synchronized void method() {
            count++;
        }

        void block() {
            synchronized (this) {
                count++;
            }
        }
    }

    private static String file(JavaClass type) {
        return Path.of(type.getSource().orElseThrow().getUri()).toString();
    }

    private static String fileOf(Class<?> type) {
        String name = type.getName().substring(type.getPackageName().length() + 1) + ".class";
        return Path.of(URI.create(type.getResource(name).toString())).toString();
    }

    private static List<String> monitors(List<String> files) {
        StringWriter printed = new StringWriter();
        PrintWriter writer = new PrintWriter(printed);
        String[] arguments =
                Stream.concat(Stream.of("-c", "-p"), files.stream()).toArray(String[]::new);
        int code = ToolProvider.findFirst("javap").orElseThrow().run(writer, writer, arguments);
        assertThat(code).as(printed.toString()).isZero();
        return printed.toString()
                .lines()
                .filter(line -> line.contains("monitorenter") || line.contains(" synchronized "))
                .toList();
    }
}
