package press.article;

import jakarta.ejb.Singleton;
import jakarta.ejb.Startup;
import java.util.HashMap;
import java.util.Map;

@Singleton
@Startup
public class EditLockBean {
    private Map<Integer, String> editors = new HashMap<>(); // finds in-memory-lock

    public String acquire(int articleId, String editor) {
        return editors.computeIfAbsent(articleId, id -> editor);
    }

    public void release(int articleId) {
        editors.remove(articleId);
    }
}
