package dev.holdfast.cli.demo;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An example that can be played. Its files, among them {@code play.sh} and {@code next.txt} with what to try afterwards, lie
 * in the folder {@code demo} of its jar under its name.
 *
 * @param main the class that starts it, if it is an application of its own that is built in a clone; else null
 */
public record Demo(String name, String summary, @Nullable String main) {
    public static final List<Demo> ALL = List.of(
            new Demo("book", "two instances write one book through .locks/locks.json"),
            new Demo("board", "a shell tool protects its files with lock directories, without Java"),
            new Demo("resume", "a batch job is killed, resumed, and taken over"),
            new Demo("one-table", "Git LFS, Terraform, the command and the page share their locks; until Ctrl-C"),
            new Demo("play-by-post", "players take turns composing in a browser; runs until Ctrl-C"),
            new Demo(
                    "underwriting",
                    "policies for hours, Spring Boot, JPA and PostgreSQL; in a clone, until Ctrl-C",
                    "dev.holdfast.example.underwriting.UnderwritingMain"),
            new Demo(
                    "newsroom",
                    "editors write articles, Spring Boot and Redis; in a clone, until Ctrl-C",
                    "dev.holdfast.example.newsroom.NewsroomMain"),
            new Demo(
                    "picking",
                    "pickers claim orders, plain servlets and PostgreSQL; in a clone, until Ctrl-C",
                    "dev.holdfast.example.picking.PickingMain"));

    private Demo(String name, String summary) {
        this(name, summary, null);
    }

    /** Returns the example of that name, or null. */
    public static @Nullable Demo named(String name) {
        return ALL.stream().filter(demo -> demo.name.equals(name)).findFirst().orElse(null);
    }
}
