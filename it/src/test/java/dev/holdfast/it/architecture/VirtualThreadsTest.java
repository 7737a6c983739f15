package dev.holdfast.it.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Holdfast blocks in the calling thread, which may be virtual. Up to JDK 23 a virtual thread that blocks in {@code synchronized}
 * pins its carrier. So the adapters do without it, and nothing blocks in the monitors of the other modules.
 */
class VirtualThreadsTest {
    private static final List<String> MODULES = List.of("core", "client", "web", "spring");

    /** The thread of a listener waits for changes. It is no virtual thread, and leaves the monitor while it waits. */
    private static final Set<String> OWN_THREADS = Set.of("LockSubscription.next: Object.wait");

    @Test
    void nothing_blocksInAMonitor() {
        MonitorScan scan = new MonitorScan(
                Stream.concat(MODULES.stream().map(Module::at), Module.stores())
                        .flatMap(module -> module.classes().stream())
                        .map(VirtualThreadsTest::bytes)
                        .toList(),
                Blocking.CALLS);
        assertThat(scan.monitors()).as("methods with a monitor").isGreaterThan(50);
        assertThat(scan.findings()).containsExactlyInAnyOrderElementsOf(OWN_THREADS);
    }

    @Test
    void blockingCalls_thatArePlanted_areReported() {
        MonitorScan scan = new MonitorScan(
                List.of(bytes(fileOf(Blocker.class)), bytes(fileOf(Waiter.class)), bytes(fileOf(Parked.class))),
                Blocking.CALLS);
        assertThat(scan.findings())
                .containsExactly(
                        "VirtualThreadsTest$Blocker.afterAThrow: VirtualThreadsTest$Blocker.sleep > Thread.sleep",
                        "VirtualThreadsTest$Blocker.block: VirtualThreadsTest$Waiter.await > LockSupport.park",
                        "VirtualThreadsTest$Blocker.method: VirtualThreadsTest$Blocker.sleep > Thread.sleep");
    }

    private interface Waiter {
        void await();
    }

    @SuppressWarnings("unused")
    private static final class Parked implements Waiter {
        @Override
        public void await() {
            LockSupport.park();
        }
    }

    @SuppressWarnings("unused")
    private static final class Blocker {
        private int count;

        synchronized void method() throws InterruptedException {
            sleep();
        }

        void block(Waiter waiter) {
            synchronized (this) {
                if (count++ == 0) {
                    waiter.await();
                }
            }
        }

        void afterAThrow() throws InterruptedException {
            synchronized (this) {
                try {
                    count /= count;
                } catch (ArithmeticException e) {
                    sleep();
                }
            }
        }

        void outside(Waiter waiter) throws InterruptedException {
            synchronized (this) {
                count++;
            }
            waiter.await();
            sleep();
        }

        /** Another thread may run it. */
        synchronized Waiter later() {
            return LockSupport::park;
        }

        private void sleep() throws InterruptedException {
            Thread.sleep(1);
        }
    }

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

    private static byte[] bytes(JavaClass type) {
        return bytes(file(type));
    }

    private static byte[] bytes(String file) {
        try {
            return Files.readAllBytes(Path.of(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
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
