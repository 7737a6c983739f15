package dev.holdfast.bench;

import dev.holdfast.bench.http.Cores;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.lang.management.OperatingSystemMXBean;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Locale;
import java.util.Objects;
import java.util.Properties;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The beginnings of the reports: their contents, and the machine. */
final class Heads {
    private Heads() {}

    static void kernel(Report report) {
        report.line("# Speed of the kernel");
        report.line(
                "Written by `bench/run`. Figures depend on the machine; ratios, measured in one run with the bare operation and"
                        + " the lock manager in turn, much less so. Each is the median of its slices, with the middle half of them.");
        report.line("");
        report.line(machine());
    }

    static void servers(Report report) {
        report.line("# Speed on servers");
        report.line(
                "Written by `bench/run servers`: the bare driver, other lock libraries and Holdfast, in turn, on the same"
                        + " server, in one run. Figures depend on the machine; ratios much less so. Each figure is the median of its"
                        + " rounds, each ratio the median of the ratios of all rounds.");
        report.line("");
        report.line(machine() + " Measured on " + LocalDate.now(ZoneOffset.UTC) + " with " + versions() + ".");
        report.line("");
        report.line(
                "- **threads**: each acquires and releases a lock of its own, all through one client; the bare driver does the"
                        + " least that has this effect.");
        report.line("- **4, 16 and 64 want one lock, 4 clients**: all wait for the same lock. Times include the"
                + " waiting. Contenders that cannot wait are left out.");
        report.line(
                "- **16 and 1,000 threads want one lock**: the same for threads of one client; Holdfast alone, compared with one"
                        + " thread that has a lock of its own.");
        report.line(
                "- **80 readers**: all acquire and release the same shared lock, through four clients of twenty threads; then"
                        + " all hold it and renew.");
        report.line("");
        report.line(
                "Leases last 60 s for all contenders. Databases are used through at most 16 connections. Servers have their"
                        + " default durability, as each section says. Before a contender is measured, it must refuse a second client"
                        + " the lock of a first one.");
        report.line("");
        report.line("![Locks on servers, 16 threads](servers.svg)");
        report.summaryHere();
    }

    static void peers(Report report) {
        report.line("# Lock libraries when a process dies");
        report.line(
                "Written by `bench/run peers`: each library runs the same job, with its defaults, on a real server, in processes"
                        + " that are killed and stopped. [The guide for jobs](../jobs.md) shows the table.");
        report.line("");
        report.line(machine() + " Measured on " + LocalDate.now(ZoneOffset.UTC) + " with " + versions() + ".");
        report.line("");
        report.line(
                "- **lines of code**: opening the library, running the job and closing it, with the tables that it needs;"
                        + " counted in the classes of `bench/…/peer`.");
        report.line(
                "- **lease**: after that time without renewal a lock ends; what the library does by default. ShedLock has no"
                        + " default: 30 s is the least that its keep-alive accepts.");
        report.line("- **lock removed**: another process removes the lock in the store, as an operator would.");
        report.line(
                "- **stopped**: the process of the holder gets `SIGSTOP`, the lock ends and goes to another process, then the"
                        + " holder goes on.");
        PeerRow.head(report);
    }

    static void http(Report report) {
        report.line("# Speed over HTTP");
        report.line(
                "Written by `bench/run http`: Holdfast's server and bare ones of Vert.x with the same options, each in a"
                        + " process of its own, measured in turn in one run. Figures depend on the machine; ratios much less so. Each"
                        + " figure is the median of its rounds, each ratio the median of the ratios of all rounds.");
        report.line("");
        report.line(machine() + " Measured on " + LocalDate.now(ZoneOffset.UTC) + ". " + cores());
        report.line("");
        report.line("There are " + HttpSide.CONNECTIONS
                + " connections, kept open, with one request under way on each. *Server, load at work* is the share of the"
                + " time that either used a processor: where the server's is near 100 %, it is what was measured.");
    }

    private static String cores() {
        try {
            return Cores.find().sentence();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "";
        }
    }

    private static String machine() {
        OperatingSystemMXBean system = ManagementFactory.getOperatingSystemMXBean();
        return String.format(
                Locale.ROOT,
                "%s %s, %d processors, load %.1f at the start, Java %s.",
                system.getName(),
                system.getArch(),
                system.getAvailableProcessors(),
                system.getSystemLoadAverage(),
                Runtime.version().feature());
    }

    /** Returns the versions of the libraries, as the build knows them. */
    private static String versions() {
        Properties versions = new Properties();
        try (InputStream in = Objects.requireNonNull(Heads.class.getResourceAsStream("versions.properties"))) {
            versions.load(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new TreeMap<>(versions)
                .entrySet().stream()
                        .map(one -> one.getKey().toString().replace('_', ' ') + " " + one.getValue())
                        .collect(Collectors.joining(", "));
    }
}
