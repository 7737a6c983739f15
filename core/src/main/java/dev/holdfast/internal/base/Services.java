package dev.holdfast.internal.base;

import java.util.Map;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.TreeMap;

/** The implementations of a service that can be found. */
public final class Services {
    private Services() {}

    /**
     * Returns one object of each implementation. They are looked for beside the service and where the current thread loads
     * classes: a thread of a pool may know less than the service's own class loader, and that of a container more.
     */
    public static <S> Iterable<S> of(Class<S> service) {
        Map<String, S> found = new TreeMap<>();
        ServiceLoader.load(service, service.getClassLoader())
                .forEach(one -> found.putIfAbsent(one.getClass().getName(), one));
        if (Thread.currentThread().getContextClassLoader() == service.getClassLoader()) {
            return found.values();
        }
        try {
            ServiceLoader.load(service)
                    .forEach(one -> found.putIfAbsent(one.getClass().getName(), one));
        } catch (ServiceConfigurationError e) {
            // Another copy of the library, which the thread's class loader sees. Its services are not for this copy.
            if (found.isEmpty()) {
                throw e;
            }
        }
        return found.values();
    }
}
