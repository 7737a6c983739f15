package dev.holdfast.example.staff;

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
     * @param lead whether this person may take from others what they work on
     */
    record Person(String id, String name, boolean lead) {}

    static Optional<Person> named(String id) {
        return ALL.stream().filter(person -> person.id().equals(id)).findFirst();
    }
}
