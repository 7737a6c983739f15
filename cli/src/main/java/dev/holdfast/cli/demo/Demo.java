package dev.holdfast.cli.demo;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An example that can be played. Its files, among them {@code play.sh} and {@code next.txt} with what to try afterwards, lie
 * in the resources of this package under its name.
 */
public record Demo(String name, String summary) {
    public static final List<Demo> ALL = List.of(
            new Demo("book", "two instances write one book through .locks/locks.json"),
            new Demo("board", "a shell tool protects its files with lock directories, without Java"),
            new Demo("resume", "a batch job is killed, resumed, and taken over"),
            new Demo("play-by-post", "players take turns composing in a browser; runs until Ctrl-C"));

    /** The one of that name, or null. */
    public static @Nullable Demo named(String name) {
        return ALL.stream().filter(demo -> demo.name.equals(name)).findFirst().orElse(null);
    }
}
