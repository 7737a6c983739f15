package app.locks;

import java.sql.Timestamp;
import org.springframework.jdbc.core.JdbcTemplate;

public class ClaimDao {
    private JdbcTemplate jdbc;

    public void claim(String resource, String owner, Timestamp until) {
        jdbc.update("INSERT INTO claim_lock (resource, owner_name, expires_at) VALUES (?, ?, ?)", resource, owner, until);
    }

    public void release(String resource) {
        jdbc.update("DELETE FROM claim_lock WHERE resource = ?", resource);
    }

    public void hold(String key, String session) {
        jdbc.update("INSERT INTO form_lock (form_key, session_id) VALUES (?, ?)", key, session); // finds lock-without-timeout
    }

    public void mark(long id) {
        jdbc.update("INSERT INTO chart_lock (chart_id, locked_at) VALUES (?, now())", id); // finds lock-without-owner
    }

    public void content(String type, long id, long user) {
        jdbc.update("INSERT INTO content_locks (content_type, content_id, user_id, created_at) VALUES (?, ?, ?, now())", type, id, user);
    }

    public void page(long id, String user) {
        jdbc.update("INSERT INTO page_lock (page_id, locked_by, locked_at) VALUES (?, ?, now())", id, user);
    }

    public void endPage(long id) {
        jdbc.update("DELETE FROM page_lock WHERE page_id = ?", id);
    }
}
