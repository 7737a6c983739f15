package dev.holdfast.rules.model;

import dev.holdfast.rules.model.Client.Phase;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * Visits every reachable state, nearest first, and stops at the first that breaks an invariant. When all are visited, it walks
 * the graph backwards to see that whoever waits can still come to hold, without the goodwill of anybody else.
 */
final class Explorer {
    private final Network network;
    private final Checks checks;
    private final World start;
    private final Map<String, Integer> numbers = new HashMap<>();
    private final Queue<World> ahead = new ArrayDeque<>();
    private final Graph graph = new Graph();
    private final List<BitSet> waiting = new ArrayList<>();
    private final List<BitSet> holding = new ArrayList<>();

    private Explorer(Setting setting, Flaw flaw) {
        network = new Network(setting, flaw);
        checks = new Checks(network.judge());
        start = World.start(setting.resources(), setting.roles().size());
        for (int c = 0; c < setting.roles().size(); c++) {
            waiting.add(new BitSet());
            holding.add(new BitSet());
        }
    }

    /**
     * What an exploration came to.
     *
     * @param broken the invariant that does not hold, or null if all do
     * @param trace the shortest way there
     */
    record Report(int states, int steps, @Nullable Invariant broken, List<String> trace) {}

    static Report explore(Setting setting, Flaw flaw) {
        return new Explorer(setting, flaw).run();
    }

    private Report run() {
        visit(start, -1, 0);
        for (int from = 0; !ahead.isEmpty(); from++) {
            World world = ahead.remove();
            Invariant broken = checks.broken(world);
            if (broken != null) {
                return report(broken, from, null);
            }
            int ordinal = 0;
            for (Step step : network.steps(world)) {
                if (step.broken() != null) {
                    return report(step.broken(), from, step);
                }
                graph.edge(from, visit(step.world(), from, ordinal++), step.against());
            }
        }
        for (int c = 0; c < waiting.size(); c++) {
            BitSet hopeless = graph.unable(waiting.get(c), holding.get(c), 1 << c);
            if (!hopeless.isEmpty()) {
                return report(Invariant.STUCK, hopeless.nextSetBit(0), null);
            }
        }
        return new Report(numbers.size(), graph.edges(), null, List.of());
    }

    private int visit(World world, int parent, int ordinal) {
        Integer known = numbers.putIfAbsent(Encoding.of(world), numbers.size());
        if (known != null) {
            return known;
        }
        int number = graph.node(parent, ordinal);
        for (int c = 0; c < waiting.size(); c++) {
            Phase phase = world.clients().get(c).phase();
            waiting.get(c).set(number, phase == Phase.WAITING);
            holding.get(c).set(number, phase == Phase.HOLDING);
        }
        ahead.add(world);
        return number;
    }

    private Report report(Invariant broken, int at, @Nullable Step last) {
        List<String> trace = new ArrayList<>();
        World world = start;
        for (int ordinal : graph.path(at)) {
            Step step = network.steps(world).get(ordinal);
            world = step.world();
            trace.add(step.label() + "  →  " + Picture.of(world));
        }
        if (last != null) {
            trace.add(last.label() + "  →  " + Picture.of(last.world()));
        }
        return new Report(numbers.size(), graph.edges(), broken, trace);
    }
}
