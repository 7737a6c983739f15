package press;

import jakarta.ejb.Stateless;
import jakarta.inject.Inject;
import java.util.Set;

@Stateless
public class BulkShow {
    @Inject
    private EditLockService editLockService;

    public boolean free(Set<Long> articleIds) {
        for (Long articleId : articleIds) {
            if (editLockService.isLocked(articleId)) {
                return false;
            }
        }
        return true;
    }
}
