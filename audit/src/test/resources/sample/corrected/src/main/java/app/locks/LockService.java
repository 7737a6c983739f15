package app.locks;

import dev.holdfast.*;
import dev.holdfast.Owner;
import org.springframework.stereotype.Service;

@Service
public class LockService {
    private final LockManager locks = LockManager.open("postgresql://db/app");

    public void acquireLock(Long recordId, String ownerId) throws InterruptedException {
        locks.acquire(LockRequest.of("record/" + recordId).owner(Owner.of(ownerId)));
    }

    public void releaseLock(Long recordId, String ownerId) {
        locks.release("record/" + recordId, ownerId);
    }
}
