package app.account;

import org.springframework.transaction.annotation.Transactional;

public class AccountService {
    private AccountRepository accountRepository;

    @Transactional
    public void withdraw(Long id, long amount) {
        Account account = accountRepository.findForUpdate(id).orElseThrow();
        account.setBalance(account.getBalance() - amount);
        accountRepository.save(account);
    }

    @Transactional
    public void rename(Long id, String name) {
        Account account = accountRepository.findById(id).orElseThrow();
        account.setName(name); // finds mixed-locking
    }
}
