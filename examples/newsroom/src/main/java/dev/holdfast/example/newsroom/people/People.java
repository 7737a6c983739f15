package dev.holdfast.example.newsroom.people;

import java.util.List;
import java.util.Optional;

/** The staff. */
final class People {
    static final List<Person> ALL = List.of(
            new Person("anna", "Anna", false), new Person("ben", "Ben", false), new Person("clara", "Clara", true));

    private People() {}

    /**
     * A member of the staff.
     *
     * @param chief whether she may take articles away from others
     */
    record Person(String id, String name, boolean chief) {}

    static Optional<Person> named(String id) {
        return ALL.stream().filter(person -> person.id().equals(id)).findFirst();
    }
}
