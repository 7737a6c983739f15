package dev.holdfast.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.internal.storage.Log;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class UncaughtHandlerTest {
    private final List<Integer> codes = new ArrayList<>();
    private final UncaughtHandler handler = new UncaughtHandler(codes::add);

    @Test
    void noMemory_endsTheProcess() {
        handler.uncaughtException(Thread.currentThread(), new OutOfMemoryError());
        assertThat(codes).as("a failure, so that a supervisor starts it again").containsExactly(70);
    }

    @Test
    void anyOtherFailure_isLogged() {
        handler.uncaughtException(Thread.currentThread(), new StackOverflowError());
        assertThat(codes).isEmpty();
    }

    @Test
    void failureThatDidNotEndItsThread_isReportedToo() {
        Thread.UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();
        Thread.setDefaultUncaughtExceptionHandler(handler);
        try {
            Log.broke("Something has failed.", new OutOfMemoryError());
        } finally {
            Thread.setDefaultUncaughtExceptionHandler(before);
        }
        assertThat(codes).containsExactly(70);
    }
}
