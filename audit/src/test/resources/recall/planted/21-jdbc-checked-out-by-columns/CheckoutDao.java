package archive;

import org.springframework.jdbc.core.JdbcTemplate;

public class CheckoutDao {
    private JdbcTemplate jdbc;

    public void checkout(long documentId, String user) {
        jdbc.update("insert into document_checkout (document_id, checked_out_by, checked_out_at) values (?, ?, current_timestamp)", documentId, user);
    }

    public void checkin(long documentId, String user) {
        jdbc.update("delete from document_checkout where document_id = ? and checked_out_by = ?", documentId, user);
    }
}
