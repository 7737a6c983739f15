package dev.holdfast.internal.model;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/** Visits every reachable state, nearest first, and stops at the first that breaks a law. */
final class Explorer {
    private final Setting setting;
    private final Events events;
    private final Laws laws;
    private final Map<String, Integer> numbers = new HashMap<>();
    private final Queue<World> ahead = new ArrayDeque<>();
    private final List<int[]> origins = new ArrayList<>();
    private int steps;

    private Explorer(Setting setting, Defect defect) {
        this.setting = setting;
        this.events = new Events(setting, defect);
        this.laws = new Laws(setting, events.store());
    }

    /**
     * The result of an exploration.
     *
     * @param broken the law that is broken, or null
     * @param trace the shortest way there
     */
    record Report(int states, int steps, @Nullable Law broken, List<String> trace) {}

    static Report explore(Setting setting, Defect defect) {
        return new Explorer(setting, defect).run();
    }

    private Report run() {
        visit(World.start(setting), -1, 0);
        for (int from = 0; !ahead.isEmpty(); from++) {
            World world = ahead.remove();
            Law broken = laws.broken(world);
            if (broken != null) {
                return report(broken, from, null);
            }
            int ordinal = 0;
            for (ModelStep step : events.steps(world)) {
                steps++;
                if (step.broken() != null) {
                    return report(step.broken(), from, step);
                }
                visit(step.world(), from, ordinal++);
            }
        }
        return new Report(numbers.size(), steps, null, List.of());
    }

    private void visit(World world, int from, int ordinal) {
        if (numbers.putIfAbsent(Encoding.of(setting, world), numbers.size()) == null) {
            origins.add(new int[] {from, ordinal});
            ahead.add(world);
        }
    }

    private Report report(Law broken, int at, @Nullable ModelStep last) {
        List<Integer> path = new ArrayList<>();
        for (int state = at; origins.get(state)[0] >= 0; state = origins.get(state)[0]) {
            path.add(origins.get(state)[1]);
        }
        Collections.reverse(path);
        List<String> trace = new ArrayList<>();
        World world = World.start(setting);
        for (int ordinal : path) {
            ModelStep step = events.steps(world).get(ordinal);
            world = step.world();
            trace.add(step.label());
        }
        if (last != null) {
            trace.add(last.label());
        }
        return new Report(numbers.size(), steps, broken, trace);
    }
}
