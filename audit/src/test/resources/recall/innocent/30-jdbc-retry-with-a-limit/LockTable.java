package archive;

public class LockTable {
    private LockManager lockManager;

    public boolean lock(long recordId, String owner) throws InterruptedException {
        for (int tries = 0; tries < 5; tries++) {
            if (lockManager.tryAcquire(recordId, owner)) {
                return true;
            }
            Thread.sleep(100);
        }
        return false;
    }
}
