package dev.holdfast.spring;

/** Knows which lock stands for an entity: its own, or that of the root it belongs to. Without JPA nobody does. */
public interface EntityNames {
    EntityNames NONE = new EntityNames() {
        @Override
        public String name(Object value) {
            return value.toString();
        }

        @Override
        public String name(Class<?> entity, Object id) {
            throw new IllegalStateException(
                    "Locks by entity need Hibernate on the class path, and an EntityManagerFactory.");
        }
    };

    /** The name for that entity, or the value itself as a name if it is none. */
    String name(Object value);

    /** The name for the entity that has that id. */
    String name(Class<?> entity, Object id);
}
