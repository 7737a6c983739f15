package dev.holdfast.spring;

/** Returns the lock names of entities: their own, or those of their roots. Needs JPA. */
public interface EntityNames {
    /** The names of an application without JPA: none. */
    EntityNames NONE = new EntityNames() {
        @Override
        public String name(Object value) {
            return value.toString();
        }

        @Override
        public String name(Class<?> entity, Object id) {
            throw new IllegalStateException(
                    "Locks for entities need Hibernate on the class path, and an EntityManagerFactory.");
        }
    };

    /** Returns the lock name of an entity, or the value itself as a name if it is not an entity. */
    String name(Object value);

    /** Returns the lock name of the entity with this id. */
    String name(Class<?> entity, Object id);
}
