package dev.holdfast.cli.project;

import dev.holdfast.cli.base.CommandFailure;
import dev.holdfast.config.internal.NearestWord;
import dev.holdfast.internal.base.Text;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Translates names and paths of the command line to resources, with the map of the project. All commands use it. */
final class ProjectNames {
    private static final Pattern NUMBER = Pattern.compile("[0-9]+");
    private static final int MAX_NEAREST = 3;
    private static final int MAX_LISTED = 12;

    private final ResourceMap map;
    private final ProjectPath path;

    ProjectNames(ResourceMap map, ProjectPath path) {
        this.map = map;
        this.path = path;
    }

    /**
     * Returns the resource for a name or a path. The first rule that applies counts. A declared name is itself, in its full
     * form ({@code Chapter_3} is {@code Chapter_03}). A path that a declared resource covers is that resource, whether it
     * exists or not. An argument that is written as a path ({@code ./notes.txt}) is its path from the root. Another file of the
     * project is its path too, if the project declares resources. Anything else is a plain name.
     */
    String resource(String argument) {
        return known(argument).orElse(argument);
    }

    /** Returns the resource if it is declared or a file of the project; empty if it is only a name. */
    private Optional<String> known(String argument) {
        boolean isPath = ProjectPath.isWrittenAsPath(argument);
        if (map.resources().isEmpty() && !isPath) {
            return Optional.of(argument);
        }
        Optional<String> declared = map.declared(argument);
        if (declared.isPresent()) {
            return declared;
        }
        Set<String> paths = path.fromRoot(argument);
        for (String way : paths) {
            for (String covering : map.covering(way)) {
                return Optional.of(covering);
            }
        }
        return isPath || path.isFile(argument)
                ? Optional.of(paths.isEmpty() ? argument : paths.iterator().next())
                : Optional.empty();
    }

    /**
     * Throws if the project declares resources, and an argument is neither one of them nor a file of the project. Such a name is
     * most likely misspelled, and a lock on it protects nothing.
     *
     * @param unless how to accept such a name
     */
    void requireKnown(Collection<String> arguments, String unless) {
        for (String argument : arguments) {
            if (known(argument).isEmpty()) {
                List<String> nearest = nearest(argument);
                throw CommandFailure.usage("'" + Text.shown(argument) + "' is not declared in " + Configuration.FILE
                        + (nearest.isEmpty()
                                ? "; declared are " + listed() + "."
                                : "; did you mean " + String.join(" or ", nearest) + "?")
                        + " To lock a name that is not declared, add " + unless + ".");
            }
        }
    }

    /** Returns a hint for an argument that is most likely a misspelled name; empty for any other. */
    Optional<String> hint(String argument) {
        if (known(argument).isPresent()) {
            return Optional.empty();
        }
        List<String> nearest = nearest(argument);
        return nearest.isEmpty()
                ? Optional.empty()
                : Optional.of("'" + Text.shown(argument) + "' is not declared in " + Configuration.FILE
                        + "; did you mean " + String.join(" or ", nearest) + "?");
    }

    private List<String> nearest(String argument) {
        List<String> candidates = new ArrayList<>();
        Matcher number = NUMBER.matcher(argument);
        String digits = number.find() ? number.group() : "1";
        for (DeclaredResource resource : map.resources()) {
            candidates.add(member(resource, digits));
        }
        return NearestWord.several(argument, candidates, MAX_NEAREST);
    }

    /** Returns the name of the resource, of a family the member with these digits if it has one. */
    private static String member(DeclaredResource resource, String digits) {
        Template name = resource.name();
        return name.isPlain() ? name.toString() : name.with(name.takes(digits) ? digits : "1");
    }

    /** Returns the first declared resource, to show how to lock one; empty if none is declared. */
    Optional<String> example() {
        return map.resources().stream().findFirst().map(resource -> member(resource, "3"));
    }

    private String listed() {
        List<String> names = map.names();
        return String.join(", ", names.subList(0, Math.min(names.size(), MAX_LISTED)))
                + (names.size() > MAX_LISTED ? " and others" : "");
    }

    /** Returns all resources that forbid writing to a path: those that cover it, else that of its name and that of its path. */
    List<String> covering(String argument) {
        Set<String> ways = path.fromRoot(argument);
        Set<String> covering = new LinkedHashSet<>();
        for (String way : ways) {
            covering.addAll(map.covering(way));
        }
        if (covering.isEmpty()) {
            String named = resource(argument);
            covering.add(named);
            if (named.equals(argument) || ways.contains(named)) {
                covering.addAll(ways);
            }
        }
        return List.copyOf(covering);
    }

    /** Returns whether a declared resource covers the path. */
    boolean isMapped(String argument) {
        for (String way : path.fromRoot(argument)) {
            if (!map.covering(way).isEmpty()) {
                return true;
            }
        }
        return false;
    }

    boolean isFolder(String argument) {
        return path.isFolder(argument);
    }

    /** Returns whether the path is a folder that could have files of the resource. */
    boolean isFolderWith(String argument, String resource) {
        if (!path.isFolder(argument)) {
            return false;
        }
        if (path.isAbove(argument)) {
            return true;
        }
        for (String way : path.fromRoot(argument)) {
            if (map.mayLieIn(way, resource)) {
                return true;
            }
        }
        return false;
    }

    /** Returns the declared names, those with a gap as they are written. */
    List<String> declared() {
        return map.names();
    }
}
