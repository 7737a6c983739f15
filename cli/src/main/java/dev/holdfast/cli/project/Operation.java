package dev.holdfast.cli.project;

import dev.holdfast.cli.base.CommandFailure;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A kind of work on the project and what it locks.
 *
 * @param locks what it always locks
 * @param optional what it may lock besides
 */
public record Operation(String name, List<Template> locks, List<Template> optional) {
    /** The one gap that an operation fills. */
    static final String CHAPTER = "chapter";

    public Operation {
        locks = List.copyOf(locks);
        optional = List.copyOf(optional);
    }

    /** Returns whether it only reads, and so needs no lock. */
    public boolean readOnly() {
        return locks.isEmpty() && optional.isEmpty();
    }

    /**
     * Returns the resources to lock this time; none if it only reads.
     *
     * @param chapters the chapters it works on
     * @param extras which of the optional resources it needs
     * @throws CommandFailure if that does not fit the operation; the message says what does
     */
    public List<String> resources(Collection<String> chapters, Collection<String> extras) {
        if (readOnly()) {
            if (!extras.isEmpty()) {
                throw CommandFailure.usage("The operation " + name + " only reads: leave out --with.");
            }
            return List.of();
        }
        Set<String> resources = new LinkedHashSet<>();
        locks.forEach(template -> resources.addAll(filled(template, chapters)));
        optional.stream()
                .filter(template -> !template.isPlain())
                .forEach(template -> resources.addAll(filled(template, chapters)));
        extras.forEach(extra -> resources.add(allowed(extra)));
        requireChapters(chapters);
        if (resources.isEmpty()) {
            throw CommandFailure.usage("Say what the operation " + name + " works on this time: " + choices() + ".");
        }
        return List.copyOf(resources);
    }

    private void requireChapters(Collection<String> chapters) {
        boolean needed = locks.stream().anyMatch(template -> !template.isPlain());
        boolean possible = needed || optional.stream().anyMatch(template -> !template.isPlain());
        if (needed && chapters.isEmpty()) {
            throw CommandFailure.usage("The operation " + name + " works on a chapter: name it with --chapter N.");
        }
        if (!possible && !chapters.isEmpty()) {
            throw CommandFailure.usage("The operation " + name + " works on no chapter: leave out --chapter.");
        }
    }

    private static List<String> filled(Template template, Collection<String> chapters) {
        if (template.isPlain()) {
            return List.of(template.before());
        }
        List<String> names = new ArrayList<>();
        for (String chapter : chapters) {
            if (!template.takes(chapter)) {
                throw CommandFailure.usage(
                        "'" + chapter + "' is not a chapter: write its number, such as --chapter 3.");
            }
            names.add(template.with(chapter));
        }
        return names;
    }

    private String allowed(String extra) {
        return Stream.concat(locks.stream(), optional.stream())
                .map(template -> template.canonical(extra))
                .filter(resource -> resource != null)
                .findFirst()
                .orElseThrow(() -> CommandFailure.usage("The operation " + name + " never locks '" + extra + "': "
                        + (optional.isEmpty() ? "leave out --with" : choices()) + "."));
    }

    private String choices() {
        return "add "
                + optional.stream()
                        .map(template -> template.isPlain() ? "--with " + template : "--chapter N")
                        .collect(Collectors.joining(", "));
    }
}
