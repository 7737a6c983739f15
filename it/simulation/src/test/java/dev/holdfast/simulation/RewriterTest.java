package dev.holdfast.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.objectweb.asm.Type;

class RewriterTest {
    static Iterable<String> replaced() {
        return Rewriter.REPLACED.keySet();
    }

    @ParameterizedTest
    @MethodSource("replaced")
    @DisplayName("Every call that is replaced exists: a class that was moved would run without the scheduler")
    void replacedCall_exists(String call) throws ClassNotFoundException {
        int dot = call.lastIndexOf('.', call.indexOf('('));
        Class<?> owner =
                Class.forName(Type.getObjectType(call.substring(0, dot)).getClassName());

        assertThat(Stream.of(owner.getDeclaredMethods(), owner.getMethods())
                        .flatMap(Arrays::stream)
                        .map(method -> method.getName() + Type.getMethodDescriptor(method)))
                .contains(call.substring(dot + 1));
    }
}
