package chat;

import java.util.concurrent.ConcurrentHashMap;
import org.springframework.stereotype.Component;

@Component
public class Sessions {
    private static final ConcurrentHashMap<String, WebSocket> SOCKETS = new ConcurrentHashMap<>();

    public void open(String user, WebSocket socket) {
        if (SOCKETS.putIfAbsent(user, socket) != null) {
            throw new IllegalStateException("already connected");
        }
    }

    public void close(String user) {
        SOCKETS.remove(user);
    }
}
