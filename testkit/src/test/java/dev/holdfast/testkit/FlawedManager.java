package dev.holdfast.testkit;

import dev.holdfast.Acquisition;
import dev.holdfast.LockHandle;
import dev.holdfast.LockManager;
import dev.holdfast.LockRequest;
import dev.holdfast.LockView;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/** Managers that are right in all but the answers to those who acquire. */
final class FlawedManager {
    private FlawedManager() {}

    /** Says how to answer a request for one resource. */
    private interface Answers {
        Acquisition answer(String resource, LockRequest request, Callable<Acquisition> truth) throws Exception;
    }

    /** Callers that come while another is being decided get its answer. */
    static LockManager sharingAnswers(LockManager manager) {
        Map<String, CompletableFuture<Acquisition>> rounds = new ConcurrentHashMap<>();
        return answering(manager, (resource, request, truth) -> {
            CompletableFuture<Acquisition> mine = new CompletableFuture<>();
            CompletableFuture<Acquisition> leader = rounds.putIfAbsent(resource, mine);
            if (leader != null) {
                return leader.get();
            }
            try {
                Acquisition answer = truth.call();
                Thread.sleep(1); // others come in
                mine.complete(answer);
                return answer;
            } catch (Exception e) {
                mine.completeExceptionally(e);
                throw e;
            } finally {
                rounds.remove(resource);
            }
        });
    }

    /** What a listener was told last is the answer, once a caller has waited. */
    static LockManager answeringByNews(LockManager manager) {
        Map<String, LockView> told = new ConcurrentHashMap<>();
        Map<String, LockHandle> granted = new ConcurrentHashMap<>();
        Map<String, Acquisition> refused = new ConcurrentHashMap<>();
        return answering(manager, (resource, request, truth) -> {
            LockView last = told.get(resource);
            if (last == null) {
                Acquisition answer = truth.call();
                if (!answer.granted()) {
                    refused.put(resource, answer);
                    told.put(resource, manager.view(resource));
                    manager.listen(resource, view -> told.put(resource, view));
                }
                answer.handle().ifPresent(handle -> granted.put(resource, handle));
                return answer;
            }
            if (last.free()) {
                return Acquisition.of(manager.acquire(resource + " as told"));
            }
            LockHandle earlier = request.receipt() == null ? null : granted.get(resource);
            return earlier == null
                    ? refused.getOrDefault(resource, Acquisition.refused(List.of()))
                    : Acquisition.of(earlier);
        });
    }

    private static LockManager answering(LockManager manager, Answers answers) {
        return (LockManager) Proxy.newProxyInstance(
                LockManager.class.getClassLoader(), new Class<?>[] {LockManager.class}, (proxy, method, arguments) -> {
                    Callable<@Nullable Object> truth = () -> method.invoke(manager, arguments);
                    try {
                        LockRequest request = arguments == null ? null : request(arguments[0]);
                        if (request == null) {
                            return truth.call();
                        }
                        Acquisition answer =
                                answers.answer(request.resources().get(0), request, () -> manager.tryAcquire(request));
                        return method.getName().equals("acquire") ? answer.orThrow() : answer;
                    } catch (InvocationTargetException | ExecutionException e) {
                        throw e.getCause();
                    }
                });
    }

    private static @Nullable LockRequest request(Object argument) {
        return argument instanceof String[] names
                ? LockRequest.of(names)
                : argument instanceof LockRequest request ? request : null;
    }
}
