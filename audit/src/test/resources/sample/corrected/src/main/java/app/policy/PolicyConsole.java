package app.policy;

import java.util.Scanner;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.annotation.Transactional;

public class PolicyConsole {
    private static final String LOCK = "select id, premium from policy_terms where id = ? for update";

    private JdbcTemplate jdbc;

    @Transactional
    public void correct(long id, Scanner in) {
        String premium = in.nextLine();
        jdbc.queryForMap(LOCK, id);
        jdbc.update("update policy_terms set premium = ? where id = ?", premium, id);
    }

    @Transactional(timeout = 10)
    public void longEdit(long id) {
        jdbc.queryForMap(LOCK, id);
    }
}
