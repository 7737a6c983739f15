package dev.holdfast.cli.project;

import dev.holdfast.cli.base.CommandFailure;
import dev.holdfast.internal.base.Glob;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A pattern for paths below the project's root: {@code ?} one character, {@code *} any within a folder, {@code **} any folders,
 * and the gap of the resource's name, which may occur several times with the same value. {@code X/**} covers the folder X itself
 * too.
 */
final class PathGlob {
    private static final Pattern PART = Pattern.compile("/\\*\\*$|\\*\\*/|\\*\\*|\\*|\\?|" + Template.GAP.pattern());
    /** The limit for the search of a value that occurs several times: about a tenth of a second. */
    private static final long MAX_STEPS = 20_000_000;

    private final String glob;
    private final Template resource;
    private final List<String> pieces;
    private final Glob compiled;
    private final boolean repeated;

    private PathGlob(String glob, Template resource, List<String> pieces) {
        this.glob = glob;
        this.resource = resource;
        this.pieces = List.copyOf(pieces);
        this.repeated = pieces.stream().filter(PathGlob::isGap).count() > 1;
        this.compiled = compiled(pieces, this::gap);
    }

    /** @throws IllegalArgumentException if it has another gap than the resource's name */
    static PathGlob parse(String glob, Template resource) {
        if (glob.startsWith("/") || glob.contains("..")) {
            throw new IllegalArgumentException(
                    "A path is seen from the project's root and stays below it: write Manuscript/**, not '" + glob
                            + "'.");
        }
        List<String> pieces = new ArrayList<>();
        int end = 0;
        Matcher part = PART.matcher(glob);
        while (part.find()) {
            pieces.add(glob.substring(end, part.start()));
            pieces.add(part.group());
            end = part.end();
            String name = part.group(1);
            if (name != null && !name.equals(resource.parameter())) {
                throw new IllegalArgumentException("The name " + resource + " has no parameter {" + name
                        + "}, so its paths cannot have it either.");
            }
        }
        pieces.add(glob.substring(end));
        if (!resource.isPlain() && pieces.stream().noneMatch(PathGlob::isGap)) {
            throw new IllegalArgumentException("A path of " + resource + " must say where {" + resource.parameter()
                    + "} is, else it would belong to all of them.");
        }
        return new PathGlob(glob, resource, pieces);
    }

    /** Returns the pattern as the attributes of git have it, which know no gaps. */
    String attributes() {
        return pieces.stream().map(piece -> isGap(piece) ? "*" : piece).collect(Collectors.joining());
    }

    private static boolean isGap(String piece) {
        return piece.startsWith("{") && Template.GAP.matcher(piece).matches();
    }

    private static Glob compiled(List<String> pieces, Consumer<Glob.GlobParts> gap) {
        Glob.GlobParts builder = new Glob.GlobParts();
        for (String piece : pieces) {
            switch (piece) {
                case "/**" -> builder.below();
                case "**/" -> builder.folders();
                case "**" -> builder.across();
                case "*" -> builder.within();
                case "?" -> builder.one();
                default -> {
                    if (isGap(piece)) {
                        gap.accept(builder);
                    } else {
                        builder.literal(piece);
                    }
                }
            }
        }
        return builder.build();
    }

    private void gap(Glob.GlobParts builder) {
        if (resource.width() > 0) {
            builder.number();
        } else {
            builder.text();
        }
    }

    /** Returns the value of the gap if the path is covered, empty if there is no gap; null if the path is not covered. */
    @Nullable
    String valueIn(String path) {
        return repeated ? repeatedIn(path) : compiled.gapIn(path);
    }

    /** Tries every text where the gap could first be, since all its places must have the same. */
    private @Nullable String repeatedIn(String path) {
        int first = 0;
        while (!isGap(pieces.get(first))) {
            first++;
        }
        BitSet starts = compiled(pieces.subList(0, first), this::gap).matchedLengths(path);
        long steps = 0;
        for (int start = starts.length() - 1; start >= 0; start = starts.previousSetBit(start - 1)) {
            for (int end : ends(path, start)) {
                String value = path.substring(start, end);
                steps += (long) compiled.size() * path.length();
                if (steps > MAX_STEPS) {
                    throw CommandFailure.usage("The path pattern '" + glob + "' in holdfast.yaml fits '" + path
                            + "' in too many ways. Write fewer wildcards beside {" + resource.parameter() + "}.");
                }
                if (compiled(pieces, builder -> builder.literal(value)).matches(path)) {
                    return value;
                }
            }
        }
        return null;
    }

    /** Returns where a value that begins there may end: first the longest number, or the shortest text. */
    private List<Integer> ends(String path, int start) {
        List<Integer> ends = new ArrayList<>();
        for (int end = start + 1; end <= path.length(); end++) {
            boolean fits = resource.takes(path.substring(end - 1, end));
            if (!fits || path.indexOf(path.substring(start, end), end) < 0) {
                break; // nor does a longer one occur again
            }
            ends.add(end);
        }
        if (resource.width() > 0) {
            Collections.reverse(ends);
        }
        return ends;
    }

    /** Returns whether a path that is covered with that value could be in the folder. Neither needs to exist. */
    boolean mayLieIn(String folder, String value) {
        return compiled(pieces, builder -> filled(builder, value)).matchesBeyond(folder + "/");
    }

    /** Adds the gap as the value may be written: chapter 03 may be in a folder 3. */
    private void filled(Glob.GlobParts builder, String value) {
        if (resource.width() == 0) {
            builder.literal(value);
        } else {
            builder.zeros().literal(value.replaceFirst("^0+(?=.)", ""));
        }
    }
}
