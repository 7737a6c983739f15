package dev.holdfast.cli.git;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.cli.process.Holdfast;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A real repository, or a linked work tree of one, with the guard installed. */
record Repository(Path root) {
    private static final List<String> QUIET = List.of(
            "-c",
            "user.name=Anna",
            "-c",
            "user.email=anna@localhost",
            "-c",
            "init.defaultBranch=main",
            "-c",
            "protocol.file.allow=always");

    /** With one commit. */
    static Repository in(Path folder) throws IOException {
        Files.createDirectories(folder);
        Repository repository = new Repository(folder);
        repository.git("Anna", "init", "-q");
        Files.writeString(folder.resolve("holdfast.yaml"), """
                resources:
                  payments:
                    - src/payments/**
                """);
        repository.write("src/payments/Invoice.java", "1");
        repository.write("README.md", "1");
        Files.writeString(folder.resolve(".gitignore"), ".locks/\n");
        repository.git("Anna", "add", ".");
        repository.git("Anna", "commit", "-qm", "begin");
        return repository;
    }

    void write(String file, String text) throws IOException {
        Files.createDirectories(root.resolve(file).getParent());
        Files.writeString(root.resolve(file), text);
    }

    Holdfast as(String owner) {
        return Holdfast.at(root).with("HOLDFAST_OWNER", owner);
    }

    /** As the launcher is called: a script, which hooks can name. */
    static String command(Path folder) throws IOException {
        Path script = folder.resolve("bin/holdfast");
        Files.createDirectories(script.getParent());
        StringBuilder text = new StringBuilder("#!/bin/sh\nexec");
        Holdfast.command().forEach(word -> text.append(" '").append(word).append('\''));
        Files.writeString(script, text.append(" \"$@\"\n"));
        assertThat(script.toFile().setExecutable(true)).isTrue();
        return script.toString();
    }

    /** Calls git for that owner. */
    Holdfast.Done git(String owner, String... arguments) {
        return git(owner, "", arguments);
    }

    /** @param pusher the user, as the transport to a remote knows it */
    Holdfast.Done git(String owner, String pusher, String[] arguments) {
        List<String> line = new ArrayList<>(List.of("git"));
        line.addAll(QUIET);
        line.addAll(List.of(arguments));
        try {
            // Without a repository here, git would take the one around the build's folder.
            return as(owner)
                    .with("PUSHER", pusher)
                    .with(
                            "GIT_CEILING_DIRECTORIES",
                            root.toAbsolutePath().getParent().toString())
                    .start(line)
                    .done();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The same, which must succeed. */
    String done(String owner, String... arguments) {
        Holdfast.Done done = git(owner, arguments);
        assertThat(done.code()).as(done.out() + done.err()).isZero();
        return done.out() + done.err();
    }

    Holdfast.Done commitAll(String owner) {
        done(owner, "add", "-A");
        return git(owner, "commit", "-qm", "work");
    }
}
