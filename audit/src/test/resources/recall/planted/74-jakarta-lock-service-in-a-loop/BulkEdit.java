package press;

import jakarta.ejb.Stateless;
import jakarta.inject.Inject;
import java.util.Set;

@Stateless
public class BulkEdit {
    @Inject
    private EditLockService editLockService;

    public void begin(Set<Long> articleIds, String user) {
        for (Long articleId : articleIds) {
            editLockService.lock(articleId, user); // finds unordered-locks
        }
    }
}
