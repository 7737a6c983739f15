package jobs;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.stereotype.Component;

@Component
public class Scheduler {
    private final Set<String> registered = ConcurrentHashMap.newKeySet();

    public void start(String name, Runnable task) {
        if (registered.add(name)) {
            new Thread(task, name).start();
        }
    }
}
