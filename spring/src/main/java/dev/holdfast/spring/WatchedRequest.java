package dev.holdfast.spring;

import dev.holdfast.servlet.SessionEnd;
import dev.holdfast.servlet.SessionOwner;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpSession;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import org.jspecify.annotations.Nullable;

/**
 * A request that notices when its session ends or gets a new id, since not every repository of Spring Session calls listeners.
 * Not for sessions of the container, which does so.
 */
final class WatchedRequest extends HttpServletRequestWrapper {
    private final SessionEnd end;

    WatchedRequest(HttpServletRequest request, SessionEnd end) {
        super(request);
        this.end = end;
    }

    @Override
    public HttpSession getSession() {
        return watched(super.getSession());
    }

    @Override
    public @Nullable HttpSession getSession(boolean create) {
        HttpSession session = super.getSession(create);
        return session == null ? null : watched(session);
    }

    @Override
    public String changeSessionId() {
        HttpSession session = super.getSession(false);
        String before = session != null && SessionOwner.marked(session) ? session.getId() : null;
        String after = super.changeSessionId();
        if (before != null) {
            end.of(before);
        }
        return after;
    }

    private HttpSession watched(HttpSession session) {
        return (HttpSession) Proxy.newProxyInstance(
                HttpSession.class.getClassLoader(),
                new Class<?>[] {HttpSession.class},
                (proxy, method, arguments) ->
                        method.getName().equals("invalidate") ? invalidate(session) : call(session, method, arguments));
    }

    private @Nullable Object invalidate(HttpSession session) {
        String marked = SessionOwner.marked(session) ? session.getId() : null;
        session.invalidate();
        if (marked != null) {
            end.of(marked);
        }
        return null;
    }

    private static @Nullable Object call(HttpSession session, Method method, Object @Nullable [] arguments)
            throws Throwable {
        try {
            return method.invoke(session, arguments);
        } catch (InvocationTargetException e) {
            throw e.getTargetException();
        }
    }
}
