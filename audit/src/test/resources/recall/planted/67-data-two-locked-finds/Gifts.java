package game;

import org.springframework.transaction.annotation.Transactional;

public class Gifts {
    private final Wallets wallets;

    @Transactional
    public void give(Long giverId, Long takerId, int coins) {
        Wallet giver = wallets.findWithLockById(giverId).orElseThrow();
        Wallet taker = wallets.findWithLockById(takerId).orElseThrow(); // finds unordered-locks
        giver.add(-coins);
        taker.add(coins);
    }
}
