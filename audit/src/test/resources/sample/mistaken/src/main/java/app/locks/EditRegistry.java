package app.locks;

import java.util.*;

public class EditRegistry {
    private static final Set<String> lockedPages = Collections.synchronizedSet(new HashSet<>()); // finds in-memory-lock

    record EditLock(String userName, java.time.Instant since) {}

    private static final Map<UUID, EditLock> EDIT_LOCKS = new HashMap<>(); // finds in-memory-lock

    public static boolean lockPage(String page) {
        return lockedPages.add(page);
    }

    public static void unlockPage(String page) {
        lockedPages.remove(page);
    }

    public static synchronized void checkout(UUID id, String user) {
        EDIT_LOCKS.putIfAbsent(id, new EditLock(user, java.time.Instant.now()));
    }

    public static synchronized void checkin(UUID id) {
        EDIT_LOCKS.remove(id);
    }
}
