package dev.holdfast.cli.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.check.Extent;
import dev.holdfast.check.Mutator;
import dev.holdfast.cli.base.CommandFailure;
import dev.holdfast.cli.base.Environment;
import dev.holdfast.cli.base.ExitCode;
import dev.holdfast.cli.context.CommandContext;
import dev.holdfast.cli.hook.Session;
import dev.holdfast.cli.options.GlobalOptions;
import dev.holdfast.cli.process.Holdfast;
import dev.holdfast.cli.process.ProjectFolder;
import dev.holdfast.cli.project.ServeSettings;
import dev.holdfast.config.internal.ConfigMistake;
import dev.holdfast.internal.base.Text;
import dev.holdfast.internal.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Whatever a command reads, it ends, with a code that is documented, and prints nothing that steers a terminal. */
@Timeout(value = 600, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class FuzzTest {
    private static final Set<Integer> CODES = Set.of(
            ExitCode.DONE,
            ExitCode.FREE,
            ExitCode.USAGE,
            ExitCode.UNREACHABLE,
            ExitCode.UNWRITABLE,
            ExitCode.BUSY,
            ExitCode.LOST,
            ExitCode.NOT_PERMITTED);
    private static final List<String> COMMANDS = List.of(
            "rm a.txt",
            "cat <a.txt >b.txt",
            "for f in *.md; do mv \"$f\" x/; done",
            "git checkout -- src",
            "sed -i s/a/b/ a.txt",
            "echo $(cat a) | tee b.txt",
            "cd x && touch {a,b}.txt",
            "sh -c 'rm a.txt; ls'",
            "python -c \"open('a.txt','w')\"",
            "cat <<EOF >a.txt\nhello\nEOF",
            "find . -name '*.md' -exec rm {} +",
            "env A=1 sudo cp a.txt b[0-9]?.txt");
    private static final String CONFIGURATION = """
            preset: book
            policies:
              - pattern: Chapter_*
                suspect-after: 30m
                lease: {absolute: 2h, grace: 90s}
                waiting: never
              - pattern: scene/*
                waiting: {timeout: 5m, turns: {hand-overs: 64, time: 250ms}}
                scope: {prefix: scene/*, per-user: true}
            resources:
              Chapter_{chapter:02}:
                - Manuscript/Chapters/Chapter_{chapter:02}/**
              Style: [Style/*.md, "**/style.md"]
            operations:
              read: read-only
              edit: [Style]
            serve:
              port: 7420
            """;

    private static final String SERVING = """
            preset: offline
            policies:
              - pattern: scene/*
                waiting: {timeout: 5m, turns: {hand-overs: 64, time: 250ms}}
            serve:
              host: 127.0.0.1
              port: 7420
              log: json
              pages: web
              origins: [https://app.example.org]
              socket:
                path: run/locks.sock
                everyone: false
                users: {anna: admin, ben: "editor:scene/, reader", eve: none}
                others: reader
              sign-in:
                tokens: true
                key: 0123456789-0123456789-0123456789
                session: 8h
                jwt: {issuer: https://id.example.org, audience: locks, jwks: https://id.example.org/jwks.json, user: sub}
              tls: {certificate: server.crt, key: server.key}
              limits:
                requests-per-second: 100
                burst: 500
                event-streams: 100
                connections: 1000
                connections-per-address: 100
                quotas:
                  editor: {waits: 32, locks: 1000, drafts: 10, draft-bytes: 4194304, sessions: 20, streams: 100, states: 10, rejected-states: 5}
              audit: {file: audit.jsonl, on-failure: refuse, max-size: 64MiB, keep: 16, keep-days: 30, sync: false}
            """;

    @TempDir
    Path temporary;

    private Path root;
    private Holdfast ann;

    @BeforeEach
    void project() throws IOException {
        root = temporary.toRealPath();
        ann = ProjectFolder.at(root)
                .as("Ann")
                .with("XDG_DATA_HOME", root.resolve(".data").toString());
    }

    private static void assertOrderly(String input, Holdfast.Done done) {
        assertThat(done.err()).as(input).doesNotContain("mistake in Holdfast");
        String printed = (done.out() + done.err()).replace("\n", "").replace("\t", "");
        assertThat(Text.firstHidden(printed)).as(input + ": " + printed).isEqualTo(-1);
    }

    @Test
    void hook_answersEveryLine() {
        Mutator mutator = new Mutator(1);
        ann.run("acquire", "a.txt", "src/b.txt", "--note", "mine");
        Session session = Session.in(root, "s1");
        Set<Integer> codes = new TreeSet<>();
        for (int i = 0; i < Extent.of(250, 4_000); i++) {
            String command = mutator.mutated(mutator.any(COMMANDS));
            String good = "{\"session_id\":\"s\",\"hook_event_name\":\"PreToolUse\",\"cwd\":\"" + root
                    + "\",\"tool_name\":\"" + (i % 2 == 0 ? "Bash" : "Edit") + "\",\"tool_input\":{\"command\":"
                    + Json.write(command) + ",\"file_path\":\"a.txt\",\"edits\":[{\"path\":\"b\"}]}}";
            String line = i % 3 == 0 ? mutator.mutated(good) : good;
            String[] options = i % 5 == 0 ? new String[] {"--when-away", "closed"} : new String[] {"--take", "all"};
            Holdfast.Done done = session.hook(line, options);
            assertThat(done.code()).as(line + done.err()).isIn(ExitCode.DONE, ExitCode.REFUSED);
            assertOrderly(line, done);
            codes.add(done.code());
        }
        assertThat(codes).as("both answers occur").containsExactly(ExitCode.DONE, ExitCode.REFUSED);
    }

    @Test
    void configuration_isReadOrRefused() throws IOException {
        Mutator mutator = new Mutator(2);
        Path file = root.resolve("holdfast.yaml");
        Set<Integer> codes = new TreeSet<>();
        for (int i = 0; i < Extent.of(250, 20_000); i++) {
            String text = i % 10 == 0 ? mutator.pieces(30) : mutator.mutated(CONFIGURATION);
            Files.write(file, text.getBytes(StandardCharsets.UTF_8)); // half a character becomes a question mark
            Holdfast.Done done = ann.run("guard", "Manuscript/Chapters/Chapter_03/a-a-a-a-a-a-a.md");
            assertThat(done.code()).as(text + done.err()).isIn(CODES);
            assertOrderly(text, done);
            codes.add(done.code());
        }
        assertThat(codes).contains(ExitCode.DONE, ExitCode.USAGE);
    }

    @Test
    void serving_isReadOrRefused() throws IOException {
        Mutator mutator = new Mutator(4);
        Path file = root.resolve("holdfast.yaml");
        Files.createDirectory(root.resolve("web"));
        PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream());
        Environment environment = new Environment(
                Map.of(
                        "HOLDFAST_TRUST",
                        root.toString(),
                        "XDG_DATA_HOME",
                        root.resolve(".data").toString()),
                root,
                InputStream.nullInputStream(),
                nowhere,
                nowhere);
        int read = 0;
        int refused = 0;
        for (int i = 0; i < Extent.of(1_000, 50_000); i++) {
            String text = i == 0 ? SERVING : mutator.mutated(SERVING);
            Files.write(file, text.getBytes(StandardCharsets.UTF_8)); // half a character becomes a question mark
            try (CommandContext context = new CommandContext(environment, new GlobalOptions(), List.of())) {
                context.project().serve(ServeSettings.ListenOptions.NONE);
                read++;
            } catch (CommandFailure | ConfigMistake e) {
                assertThat(e.getMessage()).as(text).isNotBlank();
                assertThat(i).as(e.getMessage()).isPositive();
                refused++;
            } catch (RuntimeException | Error e) {
                throw new AssertionError(text, e);
            }
        }
        assertThat(read).isPositive();
        assertThat(refused).isPositive();
    }

    @Test
    void nestingWithoutEnd_isRefused() throws IOException {
        for (String text : List.of("[".repeat(200_000), "{a: ".repeat(100_000), "- ".repeat(100_000), "&a [*a]")) {
            Files.writeString(root.resolve("holdfast.yaml"), text);
            Holdfast.Done done = ann.run("who", "a");
            assertThat(done.code()).as(done.err()).isEqualTo(ExitCode.USAGE);
        }
    }

    @Test
    void names_areTakenOrRefused() {
        Mutator mutator = new Mutator(3);
        Set<Integer> codes = new TreeSet<>();
        for (int i = 0; i < Extent.of(120, 2_500); i++) {
            String name = mutator.pieces(6);
            for (String[] line : new String[][] {
                {"acquire", name, "--note", mutator.pieces(3), "--no-input"},
                {"who", name},
                {"release", name},
                {"guard", name}
            }) {
                Holdfast.Done done = ann.run(line);
                assertThat(done.code()).as(String.join(" ", line) + done.err()).isIn(withRefusal());
                assertOrderly(String.join(" ", line), done);
                codes.add(done.code());
            }
        }
        assertThat(codes).contains(ExitCode.DONE, ExitCode.USAGE);
        assertThat(ann.run("status", "--json").code()).isEqualTo(ExitCode.DONE);
    }

    private static Set<Integer> withRefusal() {
        Set<Integer> all = new TreeSet<>(CODES);
        all.add(ExitCode.REFUSED);
        return all;
    }
}
