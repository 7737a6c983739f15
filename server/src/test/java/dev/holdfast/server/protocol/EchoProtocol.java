package dev.holdfast.server.protocol;

import dev.holdfast.LockRequest;
import dev.holdfast.internal.json.JsonFragment;
import dev.holdfast.server.http.Answer;
import dev.holdfast.server.http.Problem;
import dev.holdfast.server.http.ToolRequest;
import dev.holdfast.server.http.ToolRoute;
import dev.holdfast.server.http.ToolStream;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/** A protocol of a tool that only tests have. */
public final class EchoProtocol implements Protocol {
    /** What its bodies have at most. */
    public static final int MOST = 64 << 20;

    private static final byte[] PART = new byte[8 << 10];

    @Override
    public String name() {
        return "echo";
    }

    @Override
    public String path() {
        return "/echo/";
    }

    @Override
    public Answer explain(Problem problem) {
        return new Answer(
                problem.status(),
                Map.of("sorry", String.valueOf(problem.getMessage())),
                Map.of("Content-Type", "application/echo+json"));
    }

    @Override
    public List<ToolRoute> open(ProtocolContext context) {
        context.settings().only("greeting");
        ToolLocks locks = context.locks();
        return List.of(
                ToolRoute.of("LOCK", "/echo/{name}", request -> take(locks, request))
                        .granting(),
                ToolRoute.of("PUT", "/echo/{name}", EchoProtocol::count).streaming(MOST),
                ToolRoute.of(
                        "POST",
                        "/echo/{name}",
                        request -> Answer.ok(Map.of(
                                "said",
                                request.json().text("say", context.settings().text("greeting", "hello"))))),
                ToolRoute.of("GET", "/echo/{name}", EchoProtocol::zeros),
                ToolRoute.of("GET", "/echo/{name}/broken", request -> {
                    throw new IllegalStateException("a flaw");
                }));
    }

    private static Answer take(ToolLocks locks, ToolRequest request) {
        String resource = request.values().get(0);
        ToolLocks.Taken taken = locks.acquire(
                request.caller(),
                LockRequest.of(resource)
                        .owner(ToolLocks.owner(request.caller(), "Echo", "echo"))
                        .receipt(ToolLocks.receipt(request.caller(), "echo", resource, resource)));
        return taken.change()
                .recordedBy(
                        Answer.ok(Map.of("fence", taken.grant().holds().get(0).fence())));
    }

    private static Answer count(ToolRequest request) throws IOException {
        byte[] part = PART.clone();
        long count = 0;
        for (int read = request.body().read(part);
                read >= 0;
                read = request.body().read(part)) {
            count += read;
        }
        return Answer.ok(new JsonFragment(Long.toString(count)));
    }

    private static Answer zeros(ToolRequest request) {
        long length = Long.parseLong(request.query("bytes"));
        return new Answer(
                200,
                new ToolStream(length, out -> {
                    for (long left = length; left > 0; left -= PART.length) {
                        out.write(PART, 0, (int) Math.min(left, PART.length));
                    }
                }),
                Map.of("Content-Type", "application/octet-stream"));
    }
}
