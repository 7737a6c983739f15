package dev.holdfast.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/** The time of the library for shell scripts against its bare operations, inside one running shell. */
final class ShellSpeed implements Part {
    private static final Path LIBRARY = Path.of("cli/src/main/resources/dev/holdfast/cli/shell/lock.sh");
    private static final int PAIRS = 40;

    /** Runs a number of pairs of the kind that each line of its input names, then reports it. */
    private static final String LOOP = """
            . "$1"
            while read -r kind; do
                n=0
                while [ $n -lt "$2" ]; do
                    case $kind in
                        bare) mkdir bare; rmdir bare ;;
                        lock) board_lock_acquire lock 0; board_lock_release lock ;;
                    esac
                    n=$((n + 1))
                done
                echo "$kind"
            done
            """;

    @Override
    public void run(Setting setting, Report report) throws Exception {
        report.section(
                "Shell library",
                "`board_lock_acquire` + `board_lock_release` against a bare `mkdir` + `rmdir` in the same running shell, in"
                        + " slices of " + PAIRS + " pairs by turns. The ratio is one of times: less is better.",
                "shell",
                "bare pair",
                "lock pair",
                "times as long",
                "middle half",
                "goal",
                "");
        for (List<String> shell : List.of(List.of("dash"), List.of("busybox", "sh"), List.of("bash", "--posix"))) {
            row(shell, setting, report);
        }
    }

    private static void row(List<String> shell, Setting setting, Report report) throws Exception {
        List<String> line = new ArrayList<>(shell);
        line.addAll(List.of("-c", LOOP, "bench", LIBRARY.toAbsolutePath().toString(), Integer.toString(PAIRS)));
        int slices = setting.quick() ? 7 : 25;
        double[] bare = new double[slices];
        double[] lock = new double[slices];
        try (Folder folder = Folder.in(setting.disk())) {
            Process process;
            try {
                process = new ProcessBuilder(line)
                        .directory(folder.path().toFile())
                        .redirectError(ProcessBuilder.Redirect.INHERIT)
                        .start();
            } catch (IOException e) {
                report.row("`" + shell.get(0) + "`", "not here", "", "", "", "", "");
                return;
            }
            try (OutputStream in = process.getOutputStream();
                    BufferedReader out = process.inputReader(UTF_8)) {
                nanos("bare", in, out);
                nanos("lock", in, out);
                for (int i = 0; i < slices; i++) {
                    bare[i] = nanos("bare", in, out);
                    lock[i] = nanos("lock", in, out);
                }
            } finally {
                process.destroy();
                process.waitFor();
            }
        }
        Spread ratio = Spread.of(IntStream.range(0, slices).mapToDouble(i -> lock[i] / bare[i]));
        report.row(
                Goal.atMost(3, "%.1f ×"),
                ratio.median(),
                "`" + String.join(" ", shell) + "`",
                Report.micros(Spread.of(DoubleStream.of(bare)).median()),
                Report.micros(Spread.of(DoubleStream.of(lock)).median()),
                Report.times(ratio.median()),
                ratio.middle("%.2f"));
    }

    /** Returns the time of one pair, measured over a whole slice. */
    private static double nanos(String kind, OutputStream in, BufferedReader out) throws IOException {
        long start = System.nanoTime();
        in.write((kind + "\n").getBytes(UTF_8));
        in.flush();
        String answer = out.readLine();
        long end = System.nanoTime();
        if (!kind.equals(answer)) {
            throw new IOException("The shell said " + answer + " instead of " + kind);
        }
        return (double) (end - start) / PAIRS;
    }
}
