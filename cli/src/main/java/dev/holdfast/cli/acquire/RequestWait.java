package dev.holdfast.cli.acquire;

import dev.holdfast.HandOverRequest;
import dev.holdfast.HandOverRequest.RequestState;
import dev.holdfast.Holds.Grant;
import dev.holdfast.LockRequest;
import dev.holdfast.Receipt;
import dev.holdfast.Requests;
import dev.holdfast.cli.context.CommandContext;
import dev.holdfast.cli.terminal.TerminalUser;
import dev.holdfast.cli.terminal.WaitNotice;
import dev.holdfast.internal.base.Moments;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Waits until the holders have answered a request, and takes the lock if it was handed over or released. Each answer is said when
 * it comes. A request that has no answer in time is withdrawn.
 */
public final class RequestWait {
    private static final long LOOK_MILLIS = 500;

    private final CommandContext context;
    private final Requests requests;
    private final LockRequest wanted;
    private final Receipt receipt;
    private final long end;
    private final Set<String> said = new HashSet<>();
    private volatile List<HandOverRequest> now;

    /** @param wanted with the receipt that the request was made with */
    public RequestWait(
            CommandContext context,
            LockRequest wanted,
            Receipt receipt,
            List<HandOverRequest> asked,
            Duration timeout) {
        this.context = context;
        this.requests = context.manager().holds().requests();
        this.wanted = wanted.receipt(receipt);
        this.receipt = receipt;
        this.now = asked;
        this.end = System.nanoTime() + Moments.nanos(timeout);
    }

    /** Waits. Returns the grant; empty if there is none. */
    public Optional<Grant> await(Optional<TerminalUser> user) throws InterruptedException {
        WaitNotice notice = notice(user);
        try {
            while (!isDecided() && left().toNanos() > 0) {
                Thread.sleep(LOOK_MILLIS);
                now = requests.find(receipt);
                List<String> news = news();
                if (!news.isEmpty()) {
                    notice.close(); // which wipes its line
                    news.forEach(line -> context.say("holdfast: " + line));
                    notice = notice(user);
                }
            }
        } finally {
            notice.close();
        }
        return taken();
    }

    /** Returns the requests as they were last seen, one for each holder. */
    public List<HandOverRequest> requests() {
        return now;
    }

    /** Withdraws the request, and releases what was handed over in the same moment. */
    public void cancel() {
        requests.withdraw(receipt);
        context.manager().holds().release(receipt);
    }

    private WaitNotice notice(Optional<TerminalUser> user) {
        return WaitNotice.show(
                user,
                context.environment(),
                context.options().quiet(),
                most -> RequestText.forPerson(Instant.now()).waiting(now, left()));
    }

    private Duration left() {
        return Duration.ofNanos(Math.max(0, end - System.nanoTime()));
    }

    /** Returns the answers that were not said yet. */
    private List<String> news() {
        RequestText text = RequestText.forPerson(Instant.now());
        return now.stream()
                .filter(one -> one.state() != RequestState.OPEN)
                .filter(one -> said.add(one.state() + "\n" + one.holder().id()))
                .map(text::toAsker)
                .toList();
    }

    /** Returns whether nothing is left to wait for. Where one holder declines, the others need not hand over. */
    private boolean isDecided() {
        return has(RequestState.DECLINED)
                || now.stream().allMatch(one -> one.state().ended());
    }

    private boolean has(RequestState state) {
        return now.stream().anyMatch(one -> one.state() == state);
    }

    private Optional<Grant> taken() throws InterruptedException {
        List<HandOverRequest> last = now;
        if (last.stream().anyMatch(one -> !one.state().ended())) {
            requests.withdraw(receipt);
            now = requests.find(receipt); // a hand-over may have been faster
        }
        if (has(RequestState.WITHDRAWN) && !has(RequestState.DECLINED)) {
            boolean promised = last.stream().anyMatch(one -> one.state() == RequestState.PROMISED);
            context.say("holdfast: "
                    + (promised
                            ? "It was not handed over within this wait, and the request is withdrawn. Wait longer with --wait."
                            : "No answer came in time, and the request is withdrawn." + RequestText.unseen(last)));
        }
        if (has(RequestState.WITHDRAWN) || has(RequestState.DECLINED)) {
            return Optional.empty();
        }
        // A hold that was handed over is found by the receipt; a lock that was released is taken like any other.
        Grant grant = context.grant(wanted);
        AcquireOutput.say(context, grant.refusals());
        return grant.granted() ? Optional.of(grant) : Optional.empty();
    }
}
