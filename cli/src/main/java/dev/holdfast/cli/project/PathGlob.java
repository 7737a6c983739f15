package dev.holdfast.cli.project;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A pattern for paths below the project's root: {@code ?} one character, {@code *} any within a folder, {@code **} any folders,
 * and the gap of the resource's name, which may occur several times with the same value. {@code X/**} covers the folder X itself
 * too.
 */
final class PathGlob {
    private static final Pattern PART = Pattern.compile("/\\*\\*$|\\*\\*/|\\*\\*|\\*|\\?|" + Template.GAP.pattern());

    private final String glob;
    private final Pattern pattern;
    private final boolean gap;

    private PathGlob(String glob, Pattern pattern, boolean gap) {
        this.glob = glob;
        this.pattern = pattern;
        this.gap = gap;
    }

    /** @throws IllegalArgumentException if it has another gap than the resource's name */
    static PathGlob parse(String glob, Template resource) {
        if (glob.startsWith("/") || glob.contains("..")) {
            throw new IllegalArgumentException(
                    "A path is seen from the project's root and stays below it: write Manuscript/**, not '" + glob
                            + "'.");
        }
        StringBuilder regex = new StringBuilder();
        boolean gap = false;
        int end = 0;
        Matcher part = PART.matcher(glob);
        while (part.find()) {
            literal(glob.substring(end, part.start()), regex);
            end = part.end();
            String name = part.group(1);
            if (name == null) {
                regex.append(wildcard(part.group()));
            } else if (!name.equals(resource.parameter())) {
                throw new IllegalArgumentException("The name " + resource + " has no parameter {" + name
                        + "}, so its paths cannot have it either.");
            } else {
                regex.append(gap ? "\\1" : resource.width() > 0 ? "([0-9]+)" : "([^/]+?)");
                gap = true;
            }
        }
        literal(glob.substring(end), regex);
        if (!gap && !resource.isPlain()) {
            throw new IllegalArgumentException("A path of " + resource + " must say where {" + resource.parameter()
                    + "} is, else it would belong to all of them.");
        }
        return new PathGlob(glob, Pattern.compile(regex.toString(), Pattern.DOTALL), gap);
    }

    private static void literal(String text, StringBuilder regex) {
        if (!text.isEmpty()) {
            regex.append(Pattern.quote(text));
        }
    }

    private static String wildcard(String part) {
        return switch (part) {
            case "/**" -> "(?:/.*)?";
            case "**/" -> "(?:[^/]+/)*";
            case "**" -> ".*";
            case "*" -> "[^/]*";
            default -> "[^/]";
        };
    }

    /** The value of the gap if the path is covered, empty if there is no gap; null if it is not covered. */
    @Nullable
    String valueIn(String path) {
        Matcher matcher = pattern.matcher(path);
        if (!matcher.matches()) {
            return null;
        }
        return gap ? matcher.group(1) : "";
    }

    /**
     * Whether a path that is covered with that value could lie in the folder. The folder need not exist, and neither need the
     * path.
     */
    boolean mayLieIn(String folder, Template resource, String value) {
        StringBuilder regex = new StringBuilder();
        int end = 0;
        Matcher part = PART.matcher(glob);
        while (part.find()) {
            literal(glob.substring(end, part.start()), regex);
            end = part.end();
            regex.append(part.group(1) == null ? wildcard(part.group()) : filled(resource, value));
        }
        literal(glob.substring(end), regex);
        Matcher within = Pattern.compile(regex.toString(), Pattern.DOTALL).matcher(folder + "/");
        // If all of it was read, and more could have helped, then that more is a path in the folder.
        return within.matches() || within.hitEnd();
    }

    /** The gap as it may be written for that value: chapter 03 may lie in a folder 3. */
    private static String filled(Template resource, String value) {
        return resource.width() == 0 ? Pattern.quote(value) : "0*" + value.replaceFirst("^0+(?=.)", "");
    }
}
