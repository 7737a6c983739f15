package dev.holdfast.audit.rules;

import dev.holdfast.audit.base.Finding;
import dev.holdfast.audit.base.Place;
import dev.holdfast.audit.base.Rule;
import dev.holdfast.audit.code.MethodFacts;
import dev.holdfast.audit.code.Project;
import dev.holdfast.audit.code.TypeFacts;
import dev.holdfast.audit.code.TypeName;
import dev.holdfast.audit.names.Words;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Writes that go past the lock which others take for records of the same type. A type counts as locked if some method takes or
 * checks a lock and loads or writes it; a method counts as guarded if it, or every method that calls it, knows of locks.
 */
final class UnguardedWrite implements Check {
    private static final Set<String> WRITE = Set.of("save", "update", "delete", "remove", "merge", "store");

    @Override
    public void look(Project project, Consumer<Finding> found) {
        Records records = new Records(project);
        List<Access> all = new ArrayList<>();
        for (TypeFacts type : project.types()) {
            for (MethodFacts method : type.methods()) {
                all.add(new Access(type, method, records));
            }
        }
        new Look(project, records, all, new Callers(project), found).run();
    }

    /** One check of a project. */
    private record Look(Project project, Records records, List<Access> all, Callers callers, Consumer<Finding> found) {

        void run() {
            Map<String, Place> locked = locked();
            Map<String, Place> rowLocked = rowLocked();
            if (locked.isEmpty() && rowLocked.isEmpty()) {
                return;
            }
            for (Access access : all) {
                for (Access.Write write : access.writes()) {
                    Place other = locked.get(write.key());
                    Place row = rowLocked.get(write.key());
                    if (other != null) {
                        unguarded(access, write, other);
                    } else if (row != null) {
                        byVersionAlone(access, write, row);
                    }
                }
            }
        }

        /** Returns the types that are locked somewhere, with the place. */
        private Map<String, Place> locked() {
            Map<String, Place> locked = new LinkedHashMap<>();
            for (Access access : all) {
                if (Records.isLock(access.type().name())
                        && !Words.has(access.type().name(), "locking")) {
                    continue; // the lock manager itself
                }
                List<String> keys = new ArrayList<>(access.loads());
                access.writes().forEach(write -> keys.add(write.key()));
                for (String key : keys) {
                    if (!key.isEmpty() && !Records.isLock(key) && access.guards(key)) {
                        locked.putIfAbsent(key, access.method().place());
                    }
                }
            }
            return locked;
        }

        /** Returns the versioned types that a method writes under a row lock of the database, with the place. */
        private Map<String, Place> rowLocked() {
            Map<String, Place> locked = new LinkedHashMap<>();
            for (Access access : all) {
                for (String key : access.rowLocks()) {
                    if (records.versioned(key)
                            && access.writes().stream()
                                    .anyMatch(write -> write.key().equals(key))) {
                        locked.putIfAbsent(key, access.method().place());
                    }
                }
            }
            return locked;
        }

        private void unguarded(Access access, Access.Write write, Place other) {
            if (aware(access) || (records.lockable(write.key()) && !write.bySql()) || isOfStorage(access, write)) {
                return;
            }
            boolean mixed = records.versioned(write.key()) || write.byVersion();
            String path = access.type().name() + "." + access.method().name();
            String sentence = mixed
                    ? path + " writes " + write.key() + " by its version alone; " + other
                            + " takes a lock for such records, which this path does not see."
                    : path + " writes " + write.key() + " without the lock that " + other + " takes or checks for such"
                            + " records.";
            found.accept(new Finding(
                    mixed ? Rule.MIXED_LOCKING : Rule.UNGUARDED_WRITE, write.place(), sentence, List.of(other)));
        }

        /** Reports a write after a plain read, where another path locks the row before it reads. */
        private void byVersionAlone(Access access, Access.Write write, Place other) {
            if (access.rowLocks().contains(write.key())
                    || !access.loads().contains(write.key())
                    || aware(access)
                    || isOfStorage(access, write)) {
                return;
            }
            found.accept(new Finding(
                    Rule.MIXED_LOCKING,
                    write.place(),
                    access.type().name() + "." + access.method().name() + " reads " + write.key()
                            + " without a lock and writes it by its version alone; " + other
                            + " locks the row before it reads.",
                    List.of(other)));
        }

        private boolean aware(Access access) {
            return LockCalls.marked(access.type().marks())
                    || Records.isLock(access.type().name())
                    || callers.aware(access.type(), access.method());
        }

        /** Returns whether others write through this method. Then its callers are checked, unless it guards itself. */
        private boolean isOfStorage(Access access, Access.Write write) {
            String own = records.ofRepository(TypeName.named(access.type().name()));
            return own.equals(write.key()) || (!own.isEmpty() && !write.bySql()) || guardedByWrapper(access, write);
        }

        /** Returns whether the repository that is called is wrapped by one that checks. */
        private boolean guardedByWrapper(Access access, Access.Write write) {
            return !write.bySql()
                    && access.method()
                            .calls()
                            .filter(call -> call.place().equals(write.place()))
                            .anyMatch(call -> isWrapped(call.type().simple()));
        }

        private boolean isWrapped(String repository) {
            if (repository.isEmpty()) {
                return false;
            }
            return project.types().stream()
                    .filter(type -> type.name().equals(repository) || type.extendsOrImplements(repository))
                    .anyMatch(type -> LockCalls.marked(type.marks())
                            || type.supers().stream().anyMatch(above -> Records.isLock(above.simple()))
                            || type.methods().stream()
                                    .anyMatch(method -> Words.begins(method.name(), WRITE) && LockCalls.aware(method)));
        }
    }
}
