package dev.holdfast.torture;

import dev.holdfast.LockManager;
import dev.holdfast.LockRequest;
import dev.holdfast.Mode;
import dev.holdfast.Owner;
import dev.holdfast.Receipt;
import dev.holdfast.torture.judge.Terms;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** The ways in which one thread of a worker uses locks, chosen at random. */
final class Deeds {
    private static final Duration WAIT = Duration.ofMillis(1500);

    private final Assignment assignment;
    private final Hand hand;
    private final Random random;
    private final ExecutorService helpers;
    private final BooleanSupplier goesOn;
    private final Owner owner;
    private long owners;

    Deeds(
            Assignment assignment,
            LockManager locks,
            Hand hand,
            Random random,
            ExecutorService helpers,
            int thread,
            BooleanSupplier goesOn) {
        this.assignment = assignment;
        this.hand = hand;
        this.random = random;
        this.helpers = helpers;
        this.goesOn = goesOn;
        String id = assignment.name() + ".t" + thread;
        this.owner = new Owner(id, id, "", locks.newOwner().processes());
    }

    /** Runs one of them. */
    void one() throws InterruptedException {
        int dice = random.nextInt(1000);
        if (dice < 450) {
            plain();
        } else if (dice < 600) {
            shared();
        } else if (dice < 720) {
            several();
        } else if (dice < 820) {
            scene();
        } else if (dice < 880) {
            paced();
        } else if (dice < 890) {
            endOwner();
        } else if (dice < 940) {
            forced();
        } else {
            parcel();
        }
        Pauses.nanos(random.nextInt(300_000));
    }

    private void plain() throws InterruptedException {
        LockRequest request = waiting(LockRequest.of("plain/" + random.nextInt(8)), 4);
        if (random.nextInt(5) > 0) {
            request = request.owner(owner);
        }
        Held held = hand.acquire(request);
        if (held == null) {
            return;
        }
        work(held);
        if (request.owner() != null && random.nextInt(8) == 0) {
            Held again = hand.acquire(request);
            if (again != null) {
                work(again);
                hand.release(again);
            }
        }
        hand.release(held);
    }

    private void shared() throws InterruptedException {
        LockRequest request =
                waiting(LockRequest.of("shared/" + random.nextInt(3)), 4).owner(owner);
        use(request.mode(random.nextInt(4) > 0 ? Mode.SHARED : Mode.EXCLUSIVE));
    }

    private void several() throws InterruptedException {
        int first = random.nextInt(8);
        String[] names = new String[2 + random.nextInt(2)];
        for (int i = 0; i < names.length; i++) {
            names[i] = "many/" + (first + i * (1 + random.nextInt(2))) % 8;
        }
        String[] distinct = Arrays.stream(names).distinct().toArray(String[]::new);
        LockRequest request = waiting(LockRequest.of(distinct), 4).owner(owner);
        use(request.mode(random.nextInt(5) == 0 ? Mode.SHARED : Mode.EXCLUSIVE));
        if (random.nextInt(40) == 0) {
            hand.force("many/" + random.nextInt(8));
        }
    }

    private void scene() throws InterruptedException {
        String user = "player-" + random.nextInt(4);
        String resource = Terms.SCENE + random.nextInt(2) + "/character/" + random.nextInt(4);
        use(LockRequest.of(resource).owner(ofUser(user)));
    }

    private void paced() throws InterruptedException {
        String user = "pacer-" + random.nextInt(6);
        use(LockRequest.of(Terms.PACED + random.nextInt(6)).owner(ofUser(user)));
    }

    private Owner ofUser(String user) {
        return new Owner(owner.id() + "." + user, user, user, owner.processes());
    }

    private void forced() throws InterruptedException {
        String resource = "forced/" + random.nextInt(4);
        int dice = random.nextInt(10);
        if (dice == 0) {
            hand.force(resource);
        } else {
            LockRequest request = LockRequest.of(resource).owner(owner);
            use(dice < 3 ? request.takeover("on purpose") : waiting(request, 3));
        }
    }

    /** Runs an owner that asks for locks while another thread ends it. */
    private void endOwner() throws InterruptedException {
        String id = owner.id() + ".e" + ++owners;
        Owner ended = new Owner(id, id, "", owner.processes());
        long delay = random.nextInt(4_000_000);
        Future<Boolean> ending = CompletableFuture.supplyAsync(
                () -> {
                    Pauses.nanos(delay);
                    return hand.endOwner(id);
                },
                helpers);
        for (int i = 0; i < 3; i++) {
            Held held = hand.acquire(
                    waiting(LockRequest.of("ended/" + random.nextInt(4)), 2).owner(ended));
            if (held != null) {
                hand.write(held);
                if (random.nextBoolean()) {
                    hand.release(held);
                }
            }
        }
        try {
            if (ending.get()) {
                Held held = hand.acquire(
                        LockRequest.of("ended/" + random.nextInt(4)).owner(ended));
                hand.listOwner(id);
                if (held != null) {
                    hand.release(held);
                }
            }
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Runs a hold that one process takes and another releases. */
    private void parcel() throws InterruptedException {
        String left = hand.register().take();
        if (!left.isEmpty()) {
            List<Receipt> receipts =
                    Arrays.stream(left.split(" ", -1)).map(Receipt::parse).toList();
            end(hand.attach(receipts));
            return;
        }
        Owner sender = new Owner(owner.id() + ".p" + ++owners, "sender", "", owner.processes());
        Held held = hand.acquire(LockRequest.of("parcel/" + random.nextInt(6)).owner(sender));
        if (held != null) {
            work(held);
            if (random.nextInt(3) == 0 || !hand.detach(held)) {
                hand.release(held);
            }
        }
    }

    private void use(LockRequest request) throws InterruptedException {
        end(hand.acquire(request));
    }

    private void end(@Nullable Held held) {
        if (held != null) {
            work(held);
            hand.release(held);
        }
    }

    private LockRequest waiting(LockRequest request, int oneIn) {
        return random.nextInt(oneIn) == 0 ? request.timeout(WAIT) : request;
    }

    /** Writes while it holds; now and then for so long that the hold must be renewed. */
    private void work(Held held) {
        if (assignment.counts() && held.resources().get(0).startsWith("plain/")) {
            hand.count(held, () -> Pauses.nanos(random.nextInt(200_000)));
        }
        boolean goesWell = hand.write(held);
        if (random.nextInt(50) == 0) {
            hand.verify(held);
        }
        // A worker that notices no loss must hold for long to be seen.
        if (random.nextInt(assignment.flaw() == Flaw.DEAF ? 4 : 200) == 0) {
            long end = System.nanoTime() + assignment.lease().toNanos() * random.nextInt(100) / 100;
            while (goesWell && goesOn.getAsBoolean() && System.nanoTime() - end < 0) {
                Pauses.millis(1 + random.nextInt(60));
                if (random.nextInt(10) == 0) {
                    hand.renew(held);
                }
                goesWell = hand.write(held);
            }
        }
    }
}
