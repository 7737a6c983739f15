package bank;

import org.springframework.jdbc.core.JdbcTemplate;

public class LoanLocks {
    private JdbcTemplate jdbc;

    void tidy() {
        jdbc.update("DELETE FROM m_loan_account_locks WHERE locked_until < now()");
    }
}
