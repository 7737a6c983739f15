package dev.holdfast.spring.jpa;

import java.lang.annotation.Annotation;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.metamodel.MappingMetamodel;
import org.hibernate.persister.collection.AbstractCollectionPersister;
import org.hibernate.persister.entity.AbstractEntityPersister;
import org.hibernate.persister.entity.EntityPersister;
import org.hibernate.type.EntityType;
import org.hibernate.type.Type;
import org.jspecify.annotations.Nullable;

/** The rules of all entities of a session factory, and their tables. Read once; an invalid rule stops the start. */
final class LockRules {
    private final Map<String, LockRule> byEntity = new HashMap<>();
    private final Map<String, String> typeByTable = new HashMap<>();
    /** The tables in which a new row also changes something that is there. */
    private final Map<String, String> typeByMemberTable = new HashMap<>();

    private final Map<String, String> typeByReadTable = new HashMap<>();
    private final Map<String, Integer> versions = new HashMap<>();
    private final Map<String, Integer> fences = new HashMap<>();

    LockRules(SessionFactoryImplementor factory) {
        MappingMetamodel model = factory.getMappingMetamodel();
        model.forEachEntityDescriptor(persister -> {
            LockRule rule = read(model, persister, new HashSet<>());
            if (rule != null) {
                byEntity.put(persister.getEntityName(), rule);
                for (String table : ((AbstractEntityPersister) persister).getTableNames()) {
                    note(plain(table), rule);
                }
                mark(persister, Fence.class, fences);
            }
            mark(persister, SharedVersion.class, versions);
        });
        model.forEachCollectionDescriptor(collection -> {
            LockRule owner = of(collection.getOwnerEntityPersister());
            if (owner != null && !collection.isOneToMany() && !collection.isInverse()) {
                String table = plain(((AbstractCollectionPersister) collection).getTableName());
                typeByTable.put(table, owner.type());
                typeByMemberTable.put(table, owner.type());
            }
        });
    }

    private void note(String table, LockRule rule) {
        typeByTable.put(table, rule.type());
        if (!rule.newWithEntity()) {
            typeByMemberTable.put(table, rule.type());
        }
        if (rule.readersLock()) {
            typeByReadTable.put(table, rule.type());
        }
    }

    private static void mark(
            EntityPersister persister, Class<? extends Annotation> annotation, Map<String, Integer> indexes) {
        String attribute = MarkedAttributes.attribute(persister, annotation);
        if (attribute != null) {
            indexes.put(
                    persister.getEntityName(),
                    List.of(persister.getPropertyNames()).indexOf(attribute));
        }
    }

    boolean isEmpty() {
        return byEntity.isEmpty() && versions.isEmpty();
    }

    /** Returns the index of the attribute with the version row; null if there is none. */
    @Nullable
    Integer version(EntityPersister persister) {
        return versions.get(persister.getEntityName());
    }

    /** Returns the index of the attribute with the fence; null if there is none. */
    @Nullable
    Integer fence(EntityPersister persister) {
        return fences.get(persister.getEntityName());
    }

    /** Returns the rule of an entity; null if it has no lock. */
    @Nullable
    LockRule of(EntityPersister persister) {
        return byEntity.get(persister.getEntityName());
    }

    /** Returns the prefix of lock names by table, in lower case and without schema. */
    Map<String, String> typeByTable() {
        return Map.copyOf(typeByTable);
    }

    /** Returns the same for tables of members and collections, where a new row also needs a lock. */
    Map<String, String> typeByMemberTable() {
        return Map.copyOf(typeByMemberTable);
    }

    /** Returns the same for entities whose readers lock. */
    Map<String, String> typeByReadTable() {
        return Map.copyOf(typeByReadTable);
    }

    /** Returns the plain name of a table: policy for {@code "app"."Policy"}. */
    static String plain(String table) {
        String last = table.substring(table.lastIndexOf('.') + 1);
        return last.replaceAll("[\"`\\[\\]]", "").toLowerCase(Locale.ROOT);
    }

    private static @Nullable LockRule read(MappingMetamodel model, EntityPersister persister, Set<String> seen) {
        Class<?> type = persister.getMappedClass();
        Lockable own = type.getAnnotation(Lockable.class);
        LockRoot root = type.getAnnotation(LockRoot.class);
        if (own != null) {
            if (!own.id().isEmpty()) {
                attribute(persister, own.id(), "@Lockable");
            }
            boolean shared = own.id().equals(MarkedAttributes.attribute(persister, SharedVersion.class));
            return new LockRule(own.value(), List.of(), own.id(), shared, own.lock());
        }
        if (root == null) {
            return null;
        }
        if (!seen.add(persister.getEntityName())) {
            throw mistake(persister, "@LockRoot", "leads round in a circle");
        }
        List<String> path = List.of(root.value().split("\\.", -1));
        EntityPersister here = persister;
        for (String step : path) {
            if (!(attribute(here, step, "@LockRoot") instanceof EntityType next)) {
                throw mistake(here, "@LockRoot", "leads over " + step + ", which is no entity");
            }
            here = model.getEntityDescriptor(next.getAssociatedEntityName());
        }
        LockRule behind = read(model, here, seen);
        if (behind == null) {
            throw mistake(persister, "@LockRoot", "leads to " + here.getEntityName() + ", which is not @Lockable");
        }
        return behind.behind(path);
    }

    private static Type attribute(EntityPersister persister, String name, String annotation) {
        int index = List.of(persister.getPropertyNames()).indexOf(name);
        if (index < 0) {
            throw mistake(persister, annotation, "names the attribute " + name + ", which is not there");
        }
        return persister.getPropertyTypes()[index];
    }

    private static IllegalStateException mistake(EntityPersister persister, String annotation, String what) {
        return new IllegalStateException(annotation + " of " + persister.getEntityName() + " " + what + ".");
    }
}
