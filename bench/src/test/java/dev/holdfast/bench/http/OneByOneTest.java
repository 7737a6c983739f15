package dev.holdfast.bench.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.internal.base.Stamp;
import dev.holdfast.internal.rules.OwnerEnded;
import dev.holdfast.spi.Change;
import dev.holdfast.spi.Group;
import dev.holdfast.spi.Key;
import dev.holdfast.spi.Key.Kind;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.Result;
import dev.holdfast.spi.StoreProvider;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;

final class OneByOneTest {
    @Test
    void apply_takesEachGroupByItself_andAnswersInOrder() {
        List<Integer> sizes = new ArrayList<>();
        try (OneByOne store = new OneByOne(counting(memory(), sizes))) {
            List<Result> results = store.apply(List.of(put("a"), put("b"), put("a")));
            assertThat(sizes).containsExactly(1, 1, 1);
            assertThat(results.get(0)).isInstanceOf(Result.Applied.class);
            assertThat(results.get(1)).isInstanceOf(Result.Applied.class);
            assertThat(results.get(2)).isInstanceOf(Result.Conflict.class);
        }
    }

    private static Group put(String owner) {
        return Group.of(Change.put(new Key(Kind.OWNER_ENDED, owner), Change.ABSENT, new OwnerEnded(owner, Stamp.TIME)));
    }

    private static LockStore memory() {
        return ServiceLoader.load(StoreProvider.class).stream()
                .map(ServiceLoader.Provider::get)
                .filter(provider -> provider.schemes().contains("memory"))
                .findFirst()
                .orElseThrow()
                .open("memory:", InstantSource.system());
    }

    /** That store, and how large the batches are that it gets. */
    private static LockStore counting(LockStore store, List<Integer> sizes) {
        InvocationHandler counter = (proxy, method, arguments) -> {
            if (method.getName().equals("apply")) {
                sizes.add(((List<?>) arguments[0]).size());
            }
            return method.invoke(store, arguments);
        };
        return (LockStore)
                Proxy.newProxyInstance(LockStore.class.getClassLoader(), new Class<?>[] {LockStore.class}, counter);
    }
}
