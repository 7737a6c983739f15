package dev.holdfast.example.picking.web;

import java.security.Principal;
import java.util.List;
import java.util.Optional;

/**
 * A picker.
 *
 * @param lead whether they lead the shift
 */
record Picker(String name, boolean lead) implements Principal {
    static final List<Picker> ALL =
            List.of(new Picker("Anna", false), new Picker("Ben", false), new Picker("Clara", true));

    static Optional<Picker> named(String name) {
        return ALL.stream().filter(picker -> picker.name().equals(name)).findFirst();
    }

    @Override
    public String getName() {
        return name;
    }
}
