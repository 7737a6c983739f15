package dev.holdfast.server;

import dev.holdfast.spi.LockStore;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** A real store whose calls of one name do something first: fail with an Error, or wait. */
final class BreakableStore {
    /** What happens before the real call. */
    interface Before {
        void run() throws Throwable;
    }

    private record Trouble(String method, Before before) {}

    private final AtomicReference<@Nullable Trouble> trouble = new AtomicReference<>();
    private final LockStore store;

    BreakableStore(LockStore real) {
        InvocationHandler handler = (proxy, method, arguments) -> {
            Trouble now = trouble.get();
            if (now != null && now.method.equals(method.getName())) {
                now.before.run();
            }
            try {
                return method.invoke(real, arguments);
            } catch (InvocationTargetException e) {
                throw e.getCause();
            }
        };
        this.store = (LockStore)
                Proxy.newProxyInstance(LockStore.class.getClassLoader(), new Class<?>[] {LockStore.class}, handler);
    }

    LockStore store() {
        return store;
    }

    void breaks(String method, Before before) {
        trouble.set(new Trouble(method, before));
    }

    void works() {
        trouble.set(null);
    }
}
