package dev.holdfast.spring;

import dev.holdfast.session.CurrentOwner;
import dev.holdfast.session.OwnerSource;
import io.micrometer.context.ThreadLocalAccessor;
import org.jspecify.annotations.Nullable;

/** Propagates the owner with Micrometer's context propagation. Found with {@link java.util.ServiceLoader}. */
public final class OwnerThreadLocalAccessor implements ThreadLocalAccessor<Object> {
    @Override
    public Object key() {
        return "holdfast.owner";
    }

    @Override
    public @Nullable Object getValue() {
        return CurrentOwner.captured();
    }

    @Override
    public void setValue(Object value) {
        CurrentOwner.set((OwnerSource) value);
    }

    @Override
    public void setValue() {
        CurrentOwner.set(null);
    }
}
