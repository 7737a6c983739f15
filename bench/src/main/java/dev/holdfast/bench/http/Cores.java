package dev.holdfast.bench.http;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The processors of the server and of the load, so that the load takes no time from the server.
 *
 * @param all the processors of this process; fewer than two if they cannot be assigned here
 */
public record Cores(List<Integer> all) {
    public Cores {
        all = List.copyOf(all);
    }

    /** Returns the processors of this machine, if it has the command that assigns them. */
    public static Cores find() throws InterruptedException {
        return new Cores(affinity(List.of()).map(Cores::numbers).orElse(List.of()));
    }

    /** Returns whether the server and the load have a processor each. */
    public boolean apart() {
        return all.size() > 1;
    }

    /** Returns a sentence about them for a report. */
    public String sentence() {
        return apart()
                ? "The server has processor " + all.get(0) + " to itself, the load processor " + all.get(1) + "."
                : "There is no `taskset` here, or only one processor: the server and the load share what there is.";
    }

    /** Returns a command line that runs on the server's processor. */
    public List<String> forServer(List<String> command) {
        List<String> line = new ArrayList<>();
        if (apart()) {
            line.addAll(List.of("taskset", "-c", all.get(0).toString()));
        }
        line.addAll(command);
        return line;
    }

    /** Runs a load on the load's processor. */
    public void load(ServerLoad load) throws Exception {
        if (!apart()) {
            load.run();
            return;
        }
        affinity(List.of(all.get(1)));
        try {
            load.run();
        } finally {
            affinity(all);
        }
    }

    /** A load on servers. */
    public interface ServerLoad {
        void run() throws Exception;
    }

    /** Parses numbers and ranges, such as {@code 0,2-3}. */
    static List<Integer> numbers(String text) {
        List<Integer> numbers = new ArrayList<>();
        for (String range : text.strip().split(",", -1)) {
            int dash = range.indexOf('-');
            int first = Integer.parseInt(dash < 0 ? range : range.substring(0, dash));
            int last = Integer.parseInt(range.substring(dash + 1));
            for (int i = first; i <= last; i++) {
                numbers.add(i);
            }
        }
        return numbers;
    }

    /** Sets the processors of all threads of this process, if any are given; returns those that the command reports. */
    private static Optional<String> affinity(List<Integer> wanted) throws InterruptedException {
        List<String> line = new ArrayList<>(List.of("taskset", "-c", "-p"));
        if (!wanted.isEmpty()) {
            line.add(1, "-a");
            line.add(String.join(",", wanted.stream().map(String::valueOf).toList()));
        }
        line.add(Long.toString(ProcessHandle.current().pid()));
        try {
            Process process = new ProcessBuilder(line).redirectErrorStream(true).start();
            String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            return process.waitFor() == 0 ? Optional.of(said.substring(said.lastIndexOf(' ') + 1)) : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
