package dev.holdfast.spring;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.sql.DataSource;
import org.springframework.beans.factory.config.BeanPostProcessor;

/** Counts the statements that an application sends to its database. */
public final class Statements implements BeanPostProcessor {
    private final List<String> sent = new CopyOnWriteArrayList<>();

    /** What was sent since the last time, by the thread that asks. */
    public List<String> sent(Runnable work) {
        String me = Thread.currentThread().getName();
        sent.clear();
        work.run();
        return sent.stream()
                .filter(text -> text.startsWith(me + " "))
                .map(text -> text.substring(me.length() + 1))
                .toList();
    }

    @Override
    public Object postProcessAfterInitialization(Object bean, String name) {
        return bean instanceof DataSource source ? watched(DataSource.class, source, "") : bean;
    }

    private Object watched(Class<?> type, Object target, String sql) {
        InvocationHandler handler = (proxy, method, arguments) -> {
            if (target instanceof Statement && method.getName().startsWith("execute")) {
                String text = arguments != null && arguments[0] instanceof String given ? given : sql;
                sent.add(Thread.currentThread().getName() + " " + text);
            }
            Object result = call(target, method, arguments);
            if (method.getName().equals("unwrap")) {
                return result;
            }
            String text = arguments != null && arguments[0] instanceof String given ? given : "";
            if (result instanceof CallableStatement) {
                return watched(CallableStatement.class, result, text);
            } else if (result instanceof PreparedStatement) {
                return watched(PreparedStatement.class, result, text);
            } else if (result instanceof Statement) {
                return watched(Statement.class, result, text);
            } else if (result instanceof Connection) {
                return watched(Connection.class, result, text);
            }
            return result;
        };
        return Proxy.newProxyInstance(Statements.class.getClassLoader(), new Class<?>[] {type}, handler);
    }

    private static Object call(Object target, Method method, Object[] arguments) throws Throwable {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            throw e.getTargetException();
        }
    }
}
