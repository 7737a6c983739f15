package dev.holdfast.server.webhooks;

import dev.holdfast.LockManager;
import dev.holdfast.internal.manager.Managers;
import dev.holdfast.internal.storage.Log;
import dev.holdfast.internal.storage.ServerNotes;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The hooks of a server: those of the operator, and those that administrators have created, also at other servers. Thread-safe. */
final class HookSet {
    private static final String DELETED = "It was deleted.";

    private final LockManager locks;
    private final HistoryTail tail;
    private final Positions positions;
    private final Pauses pauses;
    private final @Nullable CreatedHooks created;
    private final ReentrantLock changing = new ReentrantLock();
    private final AtomicLong gaps = new AtomicLong();
    private volatile List<Sending> hooks;
    private volatile Consumer<Hook> added = hook -> {};
    private volatile Consumer<Hook> removed = hook -> {};

    HookSet(LockManager locks, HistoryTail tail, WebhookOptions options) {
        ServerNotes notes = Managers.serverNotes(locks).orElse(null);
        HookKey key = options.key();
        this.locks = locks;
        this.tail = tail;
        this.positions = new Positions(notes);
        this.pauses = new Pauses(notes);
        this.created = key == null || notes == null ? null : new CreatedHooks(notes, key, options.endsSoon());
        this.hooks = options.hooks().stream()
                .map(hook -> new Sending(new Hook(hook), new EventWriter(locks, hook), null))
                .toList();
    }

    /** Returns where administrators create hooks; null if they may not. */
    @Nullable
    CreatedHooks created() {
        return created;
    }

    Positions positions() {
        return positions;
    }

    List<Sending> all() {
        return hooks;
    }

    /** Calls back when hooks come and go. */
    void watch(Consumer<Hook> onAdded, Consumer<Hook> onRemoved) {
        added = onAdded;
        removed = onRemoved;
    }

    /** Brings all hooks to where they were. Blocks. */
    void begin() {
        hooks.forEach(this::enter);
        refresh();
    }

    private void enter(Sending one) {
        Position position = positions.of(one.hook());
        if (one.begin(position, tail.peek(position == null ? Instant.MAX : position.from()))) {
            gaps.incrementAndGet();
        }
        positions.save(one.hook());
    }

    /** Reads which hooks administrators have created and paused. Blocks. */
    void refresh() {
        changing.lock();
        try {
            List<CreatedHook> now = created == null ? null : created.list();
            List<String> paused = pauses.list();
            if (created != null && now != null) {
                refresh(now, created, paused);
            }
            follow(hooks, paused);
        } finally {
            changing.unlock();
        }
    }

    private void refresh(List<CreatedHook> now, CreatedHooks from, @Nullable List<String> paused) {
        List<Sending> next = new ArrayList<>();
        for (Sending one : hooks) {
            if (one.made() == null || now.contains(one.made())) {
                next.add(one);
            } else {
                leave(one.hook());
            }
        }
        for (CreatedHook hook : now) {
            if (next.stream().noneMatch(one -> one.hook().options().name().equals(hook.name()))) {
                Sending one = make(hook, from);
                if (one != null) {
                    enter(one);
                    follow(List.of(one), paused);
                    next.add(one);
                    added.accept(one.hook());
                }
            }
        }
        hooks = List.copyOf(next);
    }

    private static void follow(List<Sending> some, @Nullable List<String> paused) {
        if (paused != null) {
            some.forEach(one -> one.hook().follow(paused.contains(one.hook().note())));
        }
    }

    /** Pauses a hook at all servers, until it is resumed. Blocks. */
    void pause(Hook hook) {
        changing.lock();
        try {
            pauses.put(hook, true);
            hook.pause(Hook.BY_ADMINISTRATOR);
        } finally {
            changing.unlock();
        }
    }

    /** Resumes a hook, which may also be paused for another reason. Blocks. */
    void resume(Hook hook) {
        changing.lock();
        try {
            pauses.put(hook, false);
            hook.resume();
        } finally {
            changing.unlock();
        }
    }

    private @Nullable Sending make(CreatedHook hook, CreatedHooks from) {
        try {
            HookOptions options = from.options(hook);
            return new Sending(new Hook(options, hook.note()), new EventWriter(locks, options), hook);
        } catch (IllegalArgumentException e) {
            Log.warningOnce(Webhooks.LOGGER, "The webhook " + hook.name() + " of an administrator cannot be used.");
            return null;
        }
    }

    private void leave(Hook hook) {
        hook.pause(DELETED);
        positions.forget(hook);
        pauses.put(hook, false);
        removed.accept(hook);
    }

    void save() {
        changing.lock();
        try {
            hooks.forEach(one -> positions.save(one.hook()));
        } finally {
            changing.unlock();
        }
    }

    /** Returns how often the history had forgotten events before a hook was sent them. */
    long gaps() {
        return gaps.get() + tail.gaps();
    }
}
