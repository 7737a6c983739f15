package dev.holdfast.bench;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The time of a call of the command, as a shell sees it, against a JVM that does nothing. */
final class StartUp implements Part {
    private static final String FLOOR = "a bare JVM";
    private static final String RUN = "holdfast run x -- true";
    private static final String IN_A_BOOK = "holdfast status, with a book's holdfast.yaml";
    private static final double MOST = 3;
    /** Of the two calls that scripts make most. */
    private static final Map<String, Double> GOALS = Map.of(RUN, 2.8, IN_A_BOOK, 2.5);

    private static final Path COMMAND = Path.of("holdfast").toAbsolutePath();

    @Override
    public void run(Setting setting, Report report) throws Exception {
        report.section(
                "Start of the command",
                "From the launcher to the end of the process, in a project with a registry, by `hyperfine`. The floor is a"
                        + " `main` that prints a word, on the same JDK with its usual options. Ratios are of one round.",
                "command",
                "JDK",
                "median",
                "ratio",
                "middle half",
                "goal",
                "");
        if (!Hyperfine.isHere()) {
            report.row("not measured: there is no `hyperfine` on the PATH", "", "", "", "", "", "");
            return;
        }
        try (Folder folder = Folder.in(setting.disk())) {
            Files.createDirectories(folder.resolve(".locks"));
            for (Jdk jdk : Jdk.all()) {
                measure(new Hyperfine(folder, jdk), setting, report);
            }
        }
    }

    private static void measure(Hyperfine hyperfine, Setting setting, Report report) throws Exception {
        hyperfine.call(List.of(COMMAND.toString(), "status")); // builds, and creates the archive
        Map<String, String> commands = new LinkedHashMap<>();
        commands.put(FLOOR, hyperfine.jdk().java() + " -cp '" + classes() + "' " + BareMain.class.getName());
        commands.put("holdfast status", "'" + COMMAND + "' status");
        commands.put(IN_A_BOOK, "sh -c \"cd '" + book(hyperfine) + "' && '" + COMMAND + "' status\"");
        boolean runs = hyperfine.works(List.of(COMMAND.toString(), "help", "run"));
        if (runs) {
            commands.put(RUN, "'" + COMMAND + "' run x -- true");
        }
        boolean hooks = hyperfine.works(List.of(COMMAND.toString(), "help", "hook"));
        if (hooks) {
            // Separate projects: the locks of the hook stay, and would affect the other commands.
            Path plain = project(hyperfine, "plain");
            Path mapped = project(hyperfine, "mapped");
            Files.writeString(mapped.resolve("holdfast.yaml"), "resources:\n  notes:\n    - '*.txt'\n");
            commands.put("holdfast hook --take all", hook(plain, "all"));
            commands.put("holdfast hook --take mapped", hook(mapped, "mapped"));
        }
        List<Map<String, Double>> rounds = new ArrayList<>();
        for (int i = 0; i < (setting.quick() ? 3 : 9); i++) {
            rounds.add(hyperfine.medians(commands, 10));
        }
        commands.keySet().forEach(name -> row(name, hyperfine.jdk(), rounds, report));
        if (!runs) {
            report.row("`" + RUN + "`", version(hyperfine.jdk()), "there is no such command yet", "", "", "", "");
        }
    }

    /** Returns a project with the configuration of the example for writers of one book. */
    private static Path book(Hyperfine hyperfine) throws Exception {
        Path book = project(hyperfine, "book");
        Files.copy(Path.of("examples/book/holdfast.yaml").toAbsolutePath(), book.resolve("holdfast.yaml"));
        return book;
    }

    private static Path project(Hyperfine hyperfine, String name) throws Exception {
        Path project = hyperfine.folder().resolve(name);
        Files.createDirectories(project.resolve(".locks"));
        return project;
    }

    /** Returns the call before an edit in a project: the first one takes the lock, the others find their own lock. */
    private static String hook(Path project, String take) throws Exception {
        Path event = Files.writeString(project.resolve("event.json"), """
                {"session_id":"bench","cwd":"%s","hook_event_name":"PreToolUse","tool_name":"Edit",\
                "tool_input":{"file_path":"%s/notes.txt","old_string":"a","new_string":"b"}}""".formatted(project, project));
        return "sh -c \"cd '" + project + "' && '" + COMMAND + "' hook --take " + take + " <'" + event + "'\"";
    }

    private static void row(String name, Jdk jdk, List<Map<String, Double>> rounds, Report report) {
        Spread times = Spread.of(rounds.stream().mapToDouble(round -> seconds(round, name)));
        Spread ratios = Spread.of(rounds.stream().mapToDouble(round -> seconds(round, name) / seconds(round, FLOOR)));
        boolean floor = name.equals(FLOOR);
        report.row(
                floor ? null : Goal.atMost(GOALS.getOrDefault(name, MOST), "%s ×"),
                ratios.median(),
                floor ? name : "`" + name + "`",
                version(jdk),
                Report.millis(times.median() * 1e9),
                Report.times(ratios.median()),
                ratios.middle("%.2f"));
    }

    private static double seconds(Map<String, Double> round, String name) {
        return round.getOrDefault(name, Double.NaN);
    }

    private static String version(Jdk jdk) {
        return Integer.toString(jdk.version());
    }

    private static Path classes() throws Exception {
        return Path.of(BareMain.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
    }
}
