package shop;

import java.util.concurrent.ConcurrentHashMap;
import org.springframework.stereotype.Component;

@Component
public class PriceCache {
    private static final ConcurrentHashMap<Long, String> NAMES = new ConcurrentHashMap<>();

    public String name(Long id, String loaded) {
        String before = NAMES.putIfAbsent(id, loaded);
        return before == null ? loaded : before;
    }

    public void forget(Long id) {
        NAMES.remove(id);
    }
}
