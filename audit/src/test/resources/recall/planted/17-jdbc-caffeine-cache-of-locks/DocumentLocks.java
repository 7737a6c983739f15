package archive;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Duration;
import org.springframework.stereotype.Service;

@Service
public class DocumentLocks {
    private final Cache<Long, String> documentLocks = Caffeine.newBuilder().expireAfterWrite(Duration.ofMinutes(30)).build(); // finds in-memory-lock

    public boolean tryLock(long documentId, String user) {
        return documentLocks.asMap().putIfAbsent(documentId, user) == null;
    }

    public void unlock(long documentId) {
        documentLocks.invalidate(documentId);
    }
}
