package dev.holdfast.it.supply;

import dev.holdfast.internal.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** One entry of a bill of materials: a library that a delivered file consists of. */
record Component(String name, String version, String licences) {

    /** Reads a file that the CycloneDX plugin wrote; leaves out the modules of Holdfast. */
    static List<Component> in(Path file) throws IOException {
        List<Component> found = new ArrayList<>();
        for (Object entry : list(Json.readObject(Files.readString(file)), "components")) {
            Map<?, ?> component = (Map<?, ?>) entry;
            String group = String.valueOf(component.get("group"));
            if (!group.equals("dev.holdfast")) {
                found.add(new Component(
                        group + ":" + component.get("name"),
                        String.valueOf(component.get("version")),
                        licences(component)));
            }
        }
        return found;
    }

    private static String licences(Map<?, ?> component) {
        TreeSet<String> names = new TreeSet<>();
        for (Object entry : list(component, "licenses")) {
            Map<?, ?> choice = (Map<?, ?>) entry;
            if (choice.get("license") instanceof Map<?, ?> licence) {
                names.add(String.valueOf(licence.get(licence.get("id") == null ? "name" : "id")));
            } else {
                names.add(String.valueOf(choice.get("expression")));
            }
        }
        return String.join(", ", names);
    }

    private static List<?> list(Map<?, ?> object, String member) {
        return object.get(member) instanceof List<?> list ? list : List.of();
    }

    /** Returns whether this version is at least the first and below the second. */
    boolean isBetween(String from, String fixed) {
        return compare(version, from) >= 0 && compare(version, fixed) < 0;
    }

    /** Compares versions number by number; a word such as {@code Final} counts as nothing. */
    static int compare(String one, String other) {
        String[] ones = one.split("[.-]", -1);
        String[] others = other.split("[.-]", -1);
        for (int i = 0; i < Math.max(ones.length, others.length); i++) {
            int order = Long.compare(number(ones, i), number(others, i));
            if (order != 0) {
                return order;
            }
        }
        return 0;
    }

    private static long number(String[] parts, int place) {
        return place < parts.length && parts[place].matches("\\d{1,18}") ? Long.parseLong(parts[place]) : 0;
    }
}
