package dev.holdfast.cli.project;

import dev.holdfast.internal.base.FileRights;
import dev.holdfast.internal.process.Account;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * The mark of an SQLite database that Holdfast has made in its place: an empty folder {@code .git} beside it, which no clone can
 * have. The files of other stores have the same mark.
 */
final class DatabaseMark {
    private DatabaseMark() {}

    /** Returns whether there is a database that came with a clone or a copy, or belongs to another user. */
    static boolean isForeign(Path database) {
        boolean there = Stream.of("", "-wal", "-journal")
                .map(suffix -> database.resolveSibling(database.getFileName() + suffix))
                .anyMatch(file -> Files.exists(file, LinkOption.NOFOLLOW_LINKS));
        return there && !(isMarked(database) && isOfThisUser(database));
    }

    private static boolean isMarked(Path database) {
        Path mark = mark(database);
        if (!Files.isDirectory(folder(database), LinkOption.NOFOLLOW_LINKS)
                || !Files.isDirectory(mark, LinkOption.NOFOLLOW_LINKS)) {
            return false;
        }
        try (Stream<Path> inside = Files.list(mark)) {
            return inside.findAny().isEmpty();
        } catch (IOException e) {
            return false;
        }
    }

    /** Returns whether it belongs to this user, to root, or to the user for whom root acts. */
    private static boolean isOfThisUser(Path database) {
        try {
            String owner = Files.getOwner(database, LinkOption.NOFOLLOW_LINKS).getName();
            if (owner.equals("root")) {
                return true;
            }
            Account own = Account.own();
            return owner.equals(own.name()) || (own.isRoot() && owner.equals(System.getenv("SUDO_USER")));
        } catch (NoSuchFileException | UnsupportedOperationException e) {
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    /** Marks a database that is about to be made. A failure is left to the database, which cannot be made either. */
    static void make(Path database) {
        if (Files.exists(database, LinkOption.NOFOLLOW_LINKS) || isMarked(database)) {
            return;
        }
        try {
            Files.createDirectories(mark(database), FileRights.ofFolder());
        } catch (IOException e) {
            // Without the mark the user is asked.
        }
    }

    private static Path folder(Path database) {
        return database.resolveSibling("." + database.getFileName() + ".holdfast");
    }

    private static Path mark(Path database) {
        return folder(database).resolve(".git");
    }
}
