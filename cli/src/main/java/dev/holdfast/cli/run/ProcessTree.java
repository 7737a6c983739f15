package dev.holdfast.cli.run;

import dev.holdfast.internal.process.ProcessTable;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The processes of a command: the child and its descendants. A known process stays part of the tree when its parent ends. On
 * Linux, an unknown one is found by its mark, unless it has started a session of its own, as daemons do. Thread-safe.
 */
final class ProcessTree {
    private final ProcessHandle root;
    private final ProcessMark mark;
    private final Map<Long, ProcessHandle> known = new LinkedHashMap<>();
    private final Set<String> sessions = new HashSet<>();

    ProcessTree(ProcessHandle root, ProcessMark mark) {
        this.root = root;
        this.mark = mark;
    }

    /** Looks for processes that have joined, and returns those that are alive. */
    synchronized List<ProcessHandle> alive() {
        if (sessions.isEmpty()) { // not before: most commands end without being stopped
            sessions.add(ProcessMark.session(ProcessHandle.current().pid()));
            add(root);
        }
        if (isAlive(root)) {
            root.descendants().forEach(this::add);
        } else {
            living().forEach(process -> process.descendants().forEach(this::add));
        }
        List<ProcessHandle> living = living();
        if (living.isEmpty()) {
            mark.find(sessions).forEach(this::add);
            living = living();
        }
        return living;
    }

    /** Records all current processes, including those whose parent has ended. */
    synchronized void remember() {
        alive();
        mark.find(sessions).forEach(this::add);
    }

    private void add(ProcessHandle process) {
        if (known.putIfAbsent(process.pid(), process) == null) {
            sessions.add(ProcessMark.session(process.pid()));
        } else if (!known.get(process.pid()).isAlive()) {
            known.put(process.pid(), process); // its number was used again
        }
    }

    private List<ProcessHandle> living() {
        List<ProcessHandle> living = new ArrayList<>();
        for (ProcessHandle process : known.values()) {
            if (isAlive(process)) {
                living.add(process);
            }
        }
        return living;
    }

    /** Returns whether it can still work: one that only waits to be reaped cannot, and may wait for ever in a container. */
    private static boolean isAlive(ProcessHandle process) {
        return process.isAlive() && ProcessTable.system().running(process.pid());
    }
}
