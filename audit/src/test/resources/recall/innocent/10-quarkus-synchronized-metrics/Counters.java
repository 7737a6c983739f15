package metrics;

import jakarta.enterprise.context.ApplicationScoped;
import java.util.HashMap;
import java.util.Map;

@ApplicationScoped
public class Counters {
    private final Map<String, Long> counts = new HashMap<>();

    public void count(String name) {
        synchronized (counts) {
            counts.merge(name, 1L, Long::sum);
        }
    }
}
