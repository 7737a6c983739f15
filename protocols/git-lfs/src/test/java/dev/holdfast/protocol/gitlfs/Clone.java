package dev.holdfast.protocol.gitlfs;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A clone of one user on a machine of its own, with the real client of Git LFS. */
record Clone(Path folder, Path home) {

    /** What a command printed on both streams. */
    record Told(int code, String text) {
        Told require(int wanted) {
            if (code != wanted) {
                throw new AssertionError("exit code " + code + ":\n" + text);
            }
            return this;
        }
    }

    /** Makes a bare repository, whose branch is main. */
    static Path bare(Path folder) throws Exception {
        new Clone(folder.getParent(), folder.getParent())
                .run("git", "init", "-q", "--bare", "-b", "main", folder.toString())
                .require(0);
        return folder;
    }

    /** Clones, and signs in at the server. */
    static Clone of(Path bare, Path place, String user, LfsServer server) throws Exception {
        Path home = Files.createDirectories(place.resolve("home"));
        URI at = URI.create(server.server());
        Files.writeString(
                home.resolve("credentials"),
                at.getScheme() + "://" + user + ":" + server.token(user) + "@" + at.getHost() + "%3a" + at.getPort()
                        + "\n");
        Files.writeString(home.resolve(".gitconfig"), """
                [user]
                    name = %s
                    email = %s@example.org
                [credential]
                    helper = store --file=%s
                [init]
                    defaultBranch = main
                [push]
                    default = current
                """.formatted(user, user, home.resolve("credentials")));
        Path folder = place.resolve("work");
        Clone clone = new Clone(folder, home);
        new Clone(place, home)
                .run("git", "clone", "-q", bare.toString(), folder.toString())
                .require(0);
        clone.git("checkout", "-q", "-B", "main").require(0);
        clone.git("lfs", "install", "--local").require(0);
        clone.git("checkout", "-q", "--", "."); // the hooks make lockable files read-only
        clone.git("config", "lfs.url", server.address()).require(0);
        clone.git("config", "lfs.locksverify", "true").require(0);
        return clone;
    }

    Told git(String... arguments) throws IOException, InterruptedException {
        List<String> line = new ArrayList<>(List.of("git"));
        line.addAll(List.of(arguments));
        return run(line.toArray(String[]::new));
    }

    Told run(String... line) throws IOException, InterruptedException {
        ProcessBuilder builder =
                new ProcessBuilder(line).directory(folder.toFile()).redirectErrorStream(true);
        Map<String, String> variables = builder.environment();
        variables.put("HOME", home.toString());
        variables.put("GIT_CONFIG_NOSYSTEM", "1");
        variables.put("GIT_TERMINAL_PROMPT", "0");
        variables.keySet().removeIf(name -> name.startsWith("GIT_DIR") || name.startsWith("GIT_WORK"));
        Process process = builder.start();
        process.getOutputStream().close();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Told(process.waitFor(), text);
    }

    /** Writes a file, commits it and pushes. */
    Told push(String file, String text) throws Exception {
        commit(file, text);
        return git("push", "-q", "origin", "main");
    }

    void commit(String file, String text) throws Exception {
        Path path = folder.resolve(file);
        Files.createDirectories(path.getParent());
        if (Files.exists(path)) {
            path.toFile().setWritable(true);
        }
        Files.writeString(path, text);
        git("add", file).require(0);
        git("commit", "-q", "-m", "Change " + file).require(0);
    }
}
