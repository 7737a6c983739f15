package dev.holdfast.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The tool that measures the time of whole processes, in one folder and with one JDK. */
record Hyperfine(Folder folder, Jdk jdk) {
    private static final int MEDIAN = 3;

    static boolean isHere() throws InterruptedException {
        try {
            return new ProcessBuilder("hyperfine", "--version").start().waitFor() == 0;
        } catch (IOException e) {
            return false;
        }
    }

    /** Returns the median seconds of each command, by its name. */
    Map<String, Double> medians(Map<String, String> commands, int runs) throws IOException, InterruptedException {
        Path table = folder.resolve("times.csv");
        List<String> line = new ArrayList<>(List.of("hyperfine", "-N", "--warmup", "2", "--style", "none"));
        line.addAll(List.of("--runs", Integer.toString(runs), "--export-csv", table.toString()));
        commands.forEach((name, command) -> line.addAll(List.of("-n", name, command)));
        call(line);
        Map<String, Double> medians = new LinkedHashMap<>();
        List<String> rows = Files.readAllLines(table);
        for (String row : rows.subList(1, rows.size())) {
            String[] cells = row.split(",", -1);
            medians.put(cells[0], Double.valueOf(cells[MEDIAN]));
        }
        return medians;
    }

    /** Runs a command, which must succeed. */
    void call(List<String> line) throws IOException, InterruptedException {
        int code = start(line).waitFor();
        if (code != 0) {
            throw new IllegalStateException("'" + String.join(" ", line) + "' ended with exit code " + code + ".");
        }
    }

    boolean works(List<String> line) throws IOException, InterruptedException {
        return start(line).waitFor() == 0;
    }

    private Process start(List<String> line) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(line)
                .directory(folder.path().toFile())
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD);
        builder.environment().put("JAVA_HOME", jdk.home().toString());
        builder.environment().put("HOLDFAST_OWNER", "bench");
        return builder.start();
    }
}
