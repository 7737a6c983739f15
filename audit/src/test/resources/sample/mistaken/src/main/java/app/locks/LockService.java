package app.locks;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.stereotype.Service;

@Service
public class LockService {
    private final Map<Long, String> locks = new ConcurrentHashMap<>(); // finds in-memory-lock

    public void acquireLock(Long recordId, String ownerId) {
        String holder = locks.putIfAbsent(recordId, ownerId);
        if (holder != null && !holder.equals(ownerId)) {
            throw new IllegalStateException("locked by " + holder);
        }
    }

    public void releaseLock(Long recordId, String ownerId) {
        locks.remove(recordId, ownerId);
    }
}
