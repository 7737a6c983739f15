package dev.holdfast.check;

import java.lang.reflect.Method;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.engine.FilterResult;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.TestTag;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.PostDiscoveryFilter;

/** The tests of a class that run: a named method, else all except long ones, unless everything is tested. */
final class Selection implements PostDiscoveryFilter {
    private static final TestTag LONG = TestTag.create(LongTest.TAG);
    private final String method;
    private final BiConsumer<MethodSource, String> leftOut;

    /**
     * Creates the filter.
     *
     * @param method the only method to run, or empty
     * @param leftOut receives each long test that does not run, with the reason
     */
    Selection(String method, BiConsumer<MethodSource, String> leftOut) {
        this.method = method;
        this.leftOut = leftOut;
    }

    @Override
    public FilterResult apply(TestDescriptor descriptor) {
        MethodSource source = (MethodSource)
                descriptor.getSource().filter(MethodSource.class::isInstance).orElse(null);
        if (source == null) {
            return FilterResult.included("not a method");
        }
        if (!method.isEmpty()) {
            return FilterResult.includedIf(source.getMethodName().equals(method));
        }
        if (Extent.all() || !descriptor.getTags().contains(LONG)) {
            return FilterResult.included("runs in every check");
        }
        leftOut.accept(source, reason(source.getJavaMethod(), source.getJavaClass()));
        return FilterResult.excluded("long");
    }

    private static String reason(Method method, Class<?> type) {
        LongTest mark = AnnotationSupport.findAnnotation(method, LongTest.class).orElse(null);
        for (@Nullable Class<?> at = type; mark == null && at != null; at = at.getEnclosingClass()) {
            mark = AnnotationSupport.findAnnotation(at, LongTest.class).orElse(null);
        }
        return mark == null ? "" : mark.value();
    }
}
