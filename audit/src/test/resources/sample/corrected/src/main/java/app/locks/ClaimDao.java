package app.locks;

import java.sql.Timestamp;
import org.springframework.jdbc.core.JdbcTemplate;

public class ClaimDao {
    private JdbcTemplate jdbc;

    public void claim(String resource, String owner, Timestamp until) {
        jdbc.update("INSERT INTO claim_lock (resource, owner_name, expires_at) VALUES (?, ?, ?)", resource, owner, until);
    }

    public void sweep() {
        jdbc.update("DELETE FROM claim_lock WHERE expires_at < now()");
    }

    public void release(String resource) {
        jdbc.update("DELETE FROM claim_lock WHERE resource = ?", resource);
    }

    public void hold(String key, String session) {
        jdbc.update("INSERT INTO form_lock (form_key, session_id, expires_at) VALUES (?, ?, now() + interval '2 hours')", key, session);
    }

    public void mark(long id, String owner, Timestamp until) {
        jdbc.update("INSERT INTO chart_lock (chart_id, locked_at, locked_by, locked_until) VALUES (?, now(), ?, ?)", id, owner, until);
    }

    public void content(String type, long id, long user) {
        jdbc.update("INSERT INTO content_locks (content_type, content_id, user_id, created_at, last_ping) VALUES (?, ?, ?, now(), now())", type, id, user);
    }

    public void page(long id, String user) {
        jdbc.update("INSERT INTO page_lock (page_id, locked_by, locked_at, locked_until) VALUES (?, ?, now(), now() + interval '1 hour')", id, user);
    }

    public void sweepContent() {
        jdbc.update("DELETE FROM content_locks WHERE last_ping < now() - interval '5 minutes'");
    }

    public void endPage(long id) {
        jdbc.update("DELETE FROM page_lock WHERE page_id = ? OR locked_until < now()", id);
    }
}
