package bank;

import jakarta.ejb.Singleton;
import jakarta.persistence.EntityManager;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;

@Singleton
public class Balances {
    private final Map<Integer, ReentrantLock> accountLocks = new ConcurrentHashMap<>();
    private EntityManager em;

    public void add(int accountId, long amount) {
        ReentrantLock lock = accountLocks.computeIfAbsent(accountId, id -> new ReentrantLock());
        lock.lock();
        try {
            Account account = em.find(Account.class, accountId);
            account.setBalance(account.getBalance() + amount);
            em.merge(account);
        } finally {
            lock.unlock();
        }
    }
}
