package dev.holdfast.client;

import dev.holdfast.Draft;
import dev.holdfast.HistoryEntry;
import dev.holdfast.Hold;
import dev.holdfast.Holds.Grant;
import dev.holdfast.Holds.Heartbeat;
import dev.holdfast.Holds.Renewal;
import dev.holdfast.LockAdmin.HistoryQuery;
import dev.holdfast.LockAdmin.LockQuery;
import dev.holdfast.LockManager.StoreTraits;
import dev.holdfast.LockRequest;
import dev.holdfast.LockView;
import dev.holdfast.Loss;
import dev.holdfast.Policy;
import dev.holdfast.Preset;
import dev.holdfast.Receipt;
import dev.holdfast.Requests;
import dev.holdfast.StoreException;
import dev.holdfast.StoreUnreachableException;
import dev.holdfast.Subscription;
import dev.holdfast.internal.manager.Locks;
import dev.holdfast.internal.views.JsonAnswer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

/** Locks of a server. */
final class HttpLocks implements Locks {
    private static final String LOCKS = "/v1/locks";
    private static final String RELEASES = "/v1/releases";
    private static final int PAGE = 10_000;
    private static final LockQuery EVERY = LockQuery.ALL.limit(Integer.MAX_VALUE);

    private final Connection server;
    private final HeartbeatBatch batch;

    HttpLocks(Connection server) {
        this.server = server;
        this.batch = new HeartbeatBatch(server);
    }

    @Override
    public Grant grant(LockRequest request) throws InterruptedException {
        JsonAnswer body = RequestWriter.lock(request);
        List<Receipt> receipts = receipts(request);
        if (request.timeout().isZero()) {
            return granted(server.postAtOnce(receipts.get(0).holdId(), body, LOCKS), receipts);
        }
        try {
            return granted(server.postWaiting(receipts.get(0).holdId(), request.timeout(), body, LOCKS), receipts);
        } catch (InterruptedException | StoreException e) {
            leaveQuietly(receipts, e);
            throw e;
        }
    }

    @Override
    public CompletableFuture<Grant> grant(LockRequest request, CompletionStage<?> gone) {
        JsonAnswer body = RequestWriter.lock(request);
        List<Receipt> receipts = receipts(request);
        CompletableFuture<Reply> reply = server.postAsync(receipts.get(0).holdId(), request.timeout(), body, LOCKS);
        gone.whenComplete((done, failure) -> reply.cancel(true));
        CompletableFuture<Grant> grant = reply.thenApply(answer -> granted(answer, receipts));
        return request.timeout().isZero()
                ? grant
                : grant.exceptionallyCompose(failure -> server.postAsync(
                                null, Duration.ZERO, RequestWriter.receipts(receipts), RELEASES)
                        // The place in the queue expires if this fails. The caller must see the original failure.
                        .handle((released, another) -> null)
                        .thenCompose(left -> CompletableFuture.failedFuture(failure)));
    }

    private static List<Receipt> receipts(LockRequest request) {
        Receipt first = Objects.requireNonNull(request.receipt());
        return request.resources().stream().map(first::on).toList();
    }

    private static Grant granted(Reply reply, List<Receipt> receipts) {
        JsonReply json = reply.done() ? reply.json() : reply.problem();
        if (reply.done()) {
            List<JsonReply> holds = json.list("holds");
            List<Hold> granted = new ArrayList<>();
            for (int i = 0; i < receipts.size(); i++) {
                granted.add(HeartbeatBatch.own(holds.get(i), receipts.get(i)));
            }
            return new Grant(receipts, granted, List.of(), json.time("asOf"));
        }
        if (!json.has("refusals")) {
            throw unexpected(reply);
        }
        Instant asOf = json.time("asOf");
        return new Grant(
                List.of(),
                List.of(),
                json.list("refusals").stream()
                        .map(refusal -> LockJsonReader.refusal(refusal, asOf))
                        .toList(),
                asOf);
    }

    private void leaveQuietly(List<Receipt> receipts, Exception because) {
        try {
            release(receipts);
        } catch (StoreException e) {
            // The place in the queue expires. The caller must see the original failure.
            because.addSuppressed(e);
        }
    }

    static StoreUnreachableException unexpected(Reply reply) {
        return new StoreUnreachableException(
                reply.detail("The server answered " + reply.status() + ", which this client does not expect: use the"
                        + " same version of client and server."),
                null);
    }

    @Override
    public List<Renewal> renew(List<Heartbeat> heartbeats) {
        return batch.renew(heartbeats);
    }

    @Override
    public List<Optional<Renewal>> renewIfNotBusy(List<Heartbeat> heartbeats) {
        return batch.renewIfNotBusy(heartbeats);
    }

    @Override
    public List<Renewal> look(List<Receipt> receipts) {
        return batch.look(receipts);
    }

    @Override
    public List<Optional<Hold>> view(List<Receipt> receipts) {
        return look(receipts).stream().map(Renewal::hold).toList();
    }

    @Override
    public Requests requests() {
        return new HttpRequests(server);
    }

    @Override
    public boolean release(Collection<Receipt> receipts) {
        return server.post(RequestWriter.receipts(receipts), RELEASES).json().flag("released");
    }

    @Override
    public Optional<Boolean> releaseIfNotBusy(Collection<Receipt> receipts) {
        JsonReply json = server.post(RequestWriter.receipts(receipts), RELEASES + "?busy=skip")
                .json();
        return isBusy(json) ? Optional.empty() : Optional.of(json.flag("released"));
    }

    /** Returns whether a server left something as it is. An older one waits until it can tell, and does not say this. */
    static boolean isBusy(JsonReply json) {
        return json.has("busy") && json.flag("busy");
    }

    @Override
    public boolean submit(Receipt receipt, String author) {
        JsonAnswer body = RequestWriter.receipts(List.of(receipt))
                .with("discardDraft", true)
                .with("author", author);
        return server.post(body, RELEASES).json().flag("released");
    }

    @Override
    public Optional<Draft> get(String resource, String author) {
        return batch.draft(resource, author);
    }

    @Override
    public List<Left> left(Receipt taker) {
        Reply reply = server.get("/v1/holds/{}/drafts", taker.text());
        return reply.done()
                ? reply.json().list("drafts").stream().map(LockJsonReader::left).toList()
                : List.of();
    }

    @Override
    public boolean discard(String resource, String author) {
        boolean there = get(resource, author).isPresent();
        server.delete("/v1/drafts/{}?author={}", resource, author);
        return there;
    }

    @Override
    public boolean release(String resource, String ownerId) {
        return server.delete("/v1/owners/{}/holds/{}", ownerId, resource).json().number("released") > 0;
    }

    @Override
    public int endOwner(String ownerId) {
        return (int) server.delete("/v1/owners/{}/holds", ownerId).json().number("released");
    }

    @Override
    public List<Hold> forceRelease(String resource, String actor, String reason) {
        return released(server.post(
                new JsonAnswer().with("by", actor).with("reason", reason), "/v1/admin/locks/{}/release", resource));
    }

    @Override
    public List<Hold> forceRelease(String resource, long fence, String actor, String reason) {
        Reply reply = server.post(
                new JsonAnswer().with("by", actor).with("reason", reason).with("fence", fence),
                "/v1/admin/locks/{}/release",
                resource);
        if (reply.status() == 409) {
            return List.of(); // another owner has it by now
        }
        return released(reply);
    }

    private static List<Hold> released(Reply reply) {
        return reply.json().list("released").stream()
                .map(hold -> LockJsonReader.hold(hold, List.of(), hold.time("since")))
                .toList();
    }

    @Override
    public int clear(String actor) {
        JsonAnswer body = new JsonAnswer().with("by", actor);
        return (int) server.post(body, "/v1/admin/clear").json().number("released");
    }

    @Override
    public Optional<Loss> loss(Receipt receipt) {
        Reply reply = server.get("/v1/holds/{}", receipt.text());
        return reply.status() == 410
                ? Optional.of(LockJsonReader.loss(receipt.resource(), reply.problem()))
                : Optional.empty();
    }

    @Override
    public LockView view(String resource) {
        Reply reply = server.get("/v1/locks/{}", resource);
        if (reply.done()) {
            return LockJsonReader.lock(reply.json());
        }
        if (!reply.problem().has("asOf")) {
            throw unexpected(reply);
        }
        return new LockView(resource, 0, List.of(), List.of(), reply.problem().time("asOf"));
    }

    @Override
    public List<LockView> list(String prefix) {
        return list(EVERY.prefix(prefix));
    }

    @Override
    public List<LockView> listByOwner(String ownerId) {
        return list(EVERY.owner(ownerId));
    }

    @Override
    public List<LockView> listByUser(String user) {
        return list(EVERY.user(user));
    }

    @Override
    public List<LockView> list(LockQuery query) {
        List<LockView> found = new ArrayList<>();
        PageEnds ends = new PageEnds(query.after());
        while (true) {
            JsonReply page = page(query.after(ends.last()).limit(Math.min(PAGE, query.limit() - found.size())));
            List<LockView> views =
                    page.list("locks").stream().map(LockJsonReader::lock).toList();
            found.addAll(views);
            if (!page.flag("more") || found.size() >= query.limit()) {
                return found;
            }
            ends.add(views.isEmpty() ? ends.last() : views.get(views.size() - 1).resource());
        }
    }

    private JsonReply page(LockQuery query) {
        String owner = query.owner();
        String user = query.user();
        return server.get(
                        "/v1/locks?prefix={}&after={}&owner={}&user={}&limit=" + query.limit(),
                        query.prefix(),
                        query.after(),
                        owner == null ? "" : owner,
                        user == null ? "" : user)
                .json();
    }

    @Override
    public boolean verifyFence(String resource, long fence) {
        JsonAnswer body = new JsonAnswer().with("resource", resource).with("fence", fence);
        return server.post(body, "/v1/fences/check").json().flag("valid");
    }

    @Override
    public List<HistoryEntry> history(HistoryQuery query) {
        String owner = query.owner();
        List<HistoryEntry> found = new ArrayList<>();
        PageEnds ends = new PageEnds("");
        while (true) {
            JsonReply page = server.get(
                            "/v1/history?prefix={}&owner={}&after={}&limit="
                                    + Math.min(PAGE, query.limit() - found.size()),
                            query.prefix(),
                            owner == null ? "" : owner,
                            ends.last())
                    .json();
            List<HistoryEntry> events =
                    page.list("events").stream().map(LockJsonReader::event).toList();
            found.addAll(events);
            String next = events.isEmpty() ? "" : page.text("next", "");
            if (next.isEmpty() || found.size() >= query.limit()) {
                return found;
            }
            ends.add(next);
        }
    }

    @Override
    public Subscription listen(String prefix, Consumer<LockView> listener) {
        return EventFeed.start(server, prefix, listener);
    }

    @Override
    public int sweep() {
        return (int) server.post(new JsonAnswer(), "/v1/admin/sweep").json().number("tidied");
    }

    @Override
    public List<String> warnings() {
        return List.of();
    }

    @Override
    public Policy policy(String resource) {
        return PolicyJsonReader.policy(server.get("/v1/policies/{}", resource).json());
    }

    @Override
    public StoreTraits traits() {
        return new StoreTraits(server.address(), Preset.OFFLINE, false, false, false);
    }

    @Override
    public void close() {
        server.close();
    }
}
