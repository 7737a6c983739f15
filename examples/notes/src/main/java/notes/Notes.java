package notes;

import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

@Service
public class Notes {
    private final JdbcTemplate jdbc;

    Notes(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    public String find(long id) {
        return jdbc.queryForObject("SELECT text FROM note WHERE id = ?", String.class, id);
    }

    @Transactional
    public String findForEdit(long id) {
        return find(id);
    }

    @Transactional
    public void save(long id, String text) {
        jdbc.update("UPDATE note SET text = ? WHERE id = ?", text, id);
    }
}
