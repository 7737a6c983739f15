package dev.holdfast.example.underwriting.people;

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
     * @param supervisor whether this person may release what others work on
     */
    record Person(String id, String name, boolean supervisor) {}

    static Optional<Person> named(String id) {
        return ALL.stream().filter(person -> person.id().equals(id)).findFirst();
    }
}
