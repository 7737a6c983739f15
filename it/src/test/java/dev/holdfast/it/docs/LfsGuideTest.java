package dev.holdfast.it.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.cli.Main;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The guide for Git LFS: its files set a server and a repository up, and its session prints what it shows. */
@Timeout(value = 600, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class LfsGuideTest {
    private static final Pattern ADDRESS = Pattern.compile("at (http://127\\.0\\.0\\.1:\\d+) ");
    private static final String USED = "http://127.0.0.1:7420";

    @TempDir
    Path folder;

    private Process server;

    @AfterEach
    void stop() throws InterruptedException {
        if (server != null) {
            server.destroyForcibly().waitFor();
        }
    }

    private static String page() throws IOException {
        return Files.readString(Path.of("").toAbsolutePath().getParent().resolve("docs/git-lfs.md"));
    }

    /** Returns the content of the blocks of that language. */
    private static List<String> blocks(String language) throws IOException {
        return Pattern.compile("```" + language + "\n(.*?)```", Pattern.DOTALL)
                .matcher(page())
                .results()
                .map(found -> found.group(1))
                .toList();
    }

    private ProcessBuilder shell(Path where, String script) throws IOException {
        ProcessBuilder builder =
                new ProcessBuilder("sh", "-c", script).directory(where.toFile()).redirectErrorStream(true);
        Map<String, String> variables = builder.environment();
        variables.keySet().removeIf(name -> name.startsWith("HOLDFAST_") || name.startsWith("GIT_"));
        variables.put("HOME", home().toString());
        variables.put("GIT_CONFIG_NOSYSTEM", "1");
        variables.put("GIT_TERMINAL_PROMPT", "0");
        variables.put("LC_ALL", "C");
        variables.put(
                "JAVA", Path.of(System.getProperty("java.home"), "bin", "java").toString());
        variables.put("CLASSES", System.getProperty("java.class.path"));
        variables.merge("PATH", folder.resolve("bin").toString(), (path, bin) -> bin + ":" + path);
        return builder;
    }

    private String run(Path where, String script) throws Exception {
        Process process = shell(where, script).start();
        process.getOutputStream().close();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(script + "\n" + text).isZero();
        return text;
    }

    private Path home() throws IOException {
        return Files.createDirectories(folder.resolve("home"));
    }

    /** The command of that name, which acts with the token of the folder's user. */
    private void command() throws IOException {
        Path script = Files.createDirectories(folder.resolve("bin")).resolve("holdfast");
        Files.writeString(script, """
                #!/bin/sh
                case $PWD in
                    */ann/*) HOLDFAST_STORE=$(cat "$HOME/address") HOLDFAST_TOKEN=$(cat "$HOME/ann.token") ;;
                    */bob/*) HOLDFAST_STORE=$(cat "$HOME/address") HOLDFAST_TOKEN=$(cat "$HOME/bob.token") ;;
                esac
                [ -z "$HOLDFAST_STORE" ] || export HOLDFAST_STORE HOLDFAST_TOKEN
                exec "$JAVA" -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -cp "$CLASSES" %s "$@"
                """.formatted(Main.class.getName()));
        assertThat(script.toFile().setExecutable(true)).isTrue();
    }

    private String serve() throws Exception {
        Path srv = Files.createDirectories(folder.resolve("srv"));
        List<String> files = blocks("yaml");
        Files.writeString(srv.resolve("holdfast.yaml"), files.get(0));
        Files.writeString(srv.resolve("novel.yaml"), files.get(1));
        run(srv, "git init -q --bare -b main novel.git");
        for (String user : List.of("ann", "bob")) {
            String secret = run(srv, "holdfast token create " + user + " --role editor --store sqlite:locks.db");
            Files.writeString(home().resolve(user + ".token"), secret(secret));
        }
        return start();
    }

    /** Starts the server, and returns its address. */
    private String start() throws Exception {
        Path srv = folder.resolve("srv");
        Path out = folder.resolve("serve.txt");
        server = shell(srv, "exec holdfast serve --port 0 --trust --store sqlite:locks.db")
                .redirectOutput(out.toFile())
                .start();
        while (true) {
            Matcher address = ADDRESS.matcher(Files.readString(out));
            if (address.find()) {
                Files.writeString(home().resolve("address"), address.group(1));
                return address.group(1);
            }
            assertThat(server.isAlive()).as(Files.readString(out)).isTrue();
            Thread.sleep(20);
        }
    }

    private static String secret(String printed) {
        Matcher secret = Pattern.compile("hf_[A-Za-z0-9_-]{40,}").matcher(printed);
        assertThat(secret.find()).as(printed).isTrue();
        return secret.group();
    }

    private void clone(String user, String address, String more) throws Exception {
        Path place = Files.createDirectories(home().resolve(user));
        Files.writeString(
                place.resolve("credentials"),
                "http://" + user + ":" + Files.readString(home().resolve(user + ".token")) + "@"
                        + address.substring("http://".length()).replace(":", "%3a") + "\n");
        run(place, """
                git clone -q %s novel 2>/dev/null
                cd novel
                git config user.name %s
                git config user.email %s@example.org
                git config credential.helper 'store --file=%s'
                git lfs install --local
                git checkout -q -B main
                %s
                """.formatted(folder.resolve("srv/novel.git"), user, user, place.resolve("credentials"), more));
    }

    @Test
    void guide_isWhatHappens() throws Exception {
        command();
        String address = serve();
        String init = blocks("sh").stream()
                .filter(block -> block.contains("lfs.url"))
                .collect(Collectors.joining())
                .replace(USED, address);
        clone("ann", address, """
                cp %s holdfast.yaml
                holdfast init --git-lfs
                %s
                mkdir -p Manuscript/Chapters Manuscript/Notes
                echo 'It rained.' >Manuscript/Chapters/Chapter_03.md
                echo 'Rain.' >Manuscript/Notes/03.md
                git add .
                git commit -qm 'Begin'
                git push -qu origin main
                """.formatted(folder.resolve("srv/novel.yaml"), init));
        Path attributes = home().resolve("ann/novel/.gitattributes");
        assertThat(Files.readString(attributes)).contains("Manuscript/Chapters/Chapter_*.md lockable\n");
        clone("bob", address, "git branch -qu origin/main; git checkout -q -- .");
        String shown = blocks("console").get(0);
        String script = Arrays.stream(shown.split("\n"))
                .filter(line -> line.startsWith("$ "))
                .map(line -> "printf '%s\\n' '" + line.replace("'", "'\\''") + "'\n" + line.substring(2) + "\n")
                .collect(Collectors.joining());
        Process session = shell(home(), script).start();
        session.getOutputStream().close();
        String printed = new String(session.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(session.waitFor()).as(printed).isZero();
        assertThat(masked(printed.replace(address, USED)
                        .replace(folder.resolve("srv").toString(), "/srv/git")))
                .isEqualTo(masked(shown));
        killedServer_losesNothing();
    }

    /** A server that is killed has told nothing that the next one does not know. */
    private void killedServer_losesNothing() throws Exception {
        Path ann = home().resolve("ann/novel");
        run(ann, "git lfs lock Manuscript/Notes/03.md");
        server.destroyForcibly().waitFor();
        String address = start();
        run(ann, "git config lfs.url " + address + "/git/novel/info/lfs");
        Files.writeString(
                home().resolve("ann/credentials"),
                "http://ann:" + Files.readString(home().resolve("ann.token")) + "@"
                        + address.substring("http://".length()).replace(":", "%3a") + "\n");
        assertThat(run(ann, "git lfs locks --verify")).containsPattern("O Manuscript/Notes/03.md\\s+ann");
        assertThat(run(ann, "git lfs unlock Manuscript/Notes/03.md")).contains("Unlocked");
    }

    private static String masked(String text) {
        return text.replaceAll("(\\d{4}-\\d\\d-\\d\\d )?\\d\\d:\\d\\d", "hh:mm")
                .replaceAll("\\d+ (s|seconds?|min|minutes?) ago", "N s ago");
    }
}
