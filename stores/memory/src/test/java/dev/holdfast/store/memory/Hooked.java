package dev.holdfast.store.memory;

import dev.holdfast.spi.LockStore;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import org.jspecify.annotations.Nullable;

/** A store whose calls meet something on their way, by the name of the method. */
interface Hooked {
    /** What a call meets. */
    interface Hook {
        /** Returns the answer to a call, by making it or in place of it. */
        @Nullable
        Object answer(String method, Object[] arguments, Call call) throws Throwable;
    }

    /** The call as it is. */
    interface Call {
        @Nullable
        Object make() throws Throwable;
    }

    static LockStore store(LockStore store, Hook hook) {
        return (LockStore) Proxy.newProxyInstance(
                LockStore.class.getClassLoader(),
                new Class<?>[] {LockStore.class},
                (proxy, method, arguments) ->
                        hook.answer(method.getName(), arguments, () -> call(store, method, arguments)));
    }

    private static @Nullable Object call(LockStore store, Method method, Object[] arguments) throws Throwable {
        try {
            return method.invoke(store, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }
}
