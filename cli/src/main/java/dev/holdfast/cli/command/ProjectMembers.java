package dev.holdfast.cli.command;

import dev.holdfast.cli.project.Project;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Set;
import java.util.TreeSet;

/**
 * The declared resources that cover files of the project. Of a family such as {@code Chapter_{chapter:02}} these are the members
 * that exist. In a large project only the files nearest to its root count, since a user waits for the answer.
 */
final class ProjectMembers {
    private static final int MAX_FILES = 1_000;

    private final Project project;
    private final Set<String> names = new TreeSet<>();
    private final Deque<Path> folders = new ArrayDeque<>();
    private int files;

    ProjectMembers(Project project) {
        this.project = project;
    }

    Set<String> names() {
        folders.add(project.root());
        while (!folders.isEmpty() && files < MAX_FILES) {
            look(folders.remove());
        }
        return names;
    }

    private void look(Path folder) {
        try (DirectoryStream<Path> inside = Files.newDirectoryStream(folder)) {
            for (Path path : inside) {
                if (files >= MAX_FILES) {
                    return;
                }
                add(path);
            }
        } catch (IOException e) {
            return; // it has no names then
        }
    }

    private void add(Path path) {
        String name = path.getFileName().toString();
        if (Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
            if (!name.startsWith(".")) {
                folders.add(path);
            }
            return;
        }
        files++;
        if (project.isMapped(path.toString())) {
            names.addAll(project.covering(path.toString()));
        }
    }
}
