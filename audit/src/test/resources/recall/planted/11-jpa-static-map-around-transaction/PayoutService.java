package bank.payout;

import jakarta.persistence.EntityManager;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.stereotype.Service;

@Service
public class PayoutService {
    private static final Map<Long, Boolean> LOCKS = new ConcurrentHashMap<>(); // finds in-memory-lock

    private final EntityManager em;

    public void pay(Long accountId, long amount) {
        if (LOCKS.putIfAbsent(accountId, Boolean.TRUE) != null) {
            throw new IllegalStateException("Account " + accountId + " is locked");
        }
        try {
            Account account = em.find(Account.class, accountId);
            account.setBalance(account.getBalance() - amount);
            em.merge(account);
        } finally {
            LOCKS.remove(accountId);
        }
    }
}
