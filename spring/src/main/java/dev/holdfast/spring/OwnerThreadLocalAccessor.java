package dev.holdfast.spring;

import dev.holdfast.session.CurrentOwner;
import dev.holdfast.session.OwnerSource;
import io.micrometer.context.ThreadLocalAccessor;
import org.jspecify.annotations.Nullable;

/** Carries the owner wherever Micrometer's context propagation goes. Found by its {@link java.util.ServiceLoader}. */
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
