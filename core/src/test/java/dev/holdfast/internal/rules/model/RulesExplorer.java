package dev.holdfast.internal.rules.model;

import dev.holdfast.internal.rules.model.RulesClient.Stage;
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
 * the graph backwards to see that each waiter can still come to hold, without the goodwill of the others.
 */
final class RulesExplorer {
    private final Network network;
    private final Checks checks;
    private final RulesWorld start;
    private final Map<String, Integer> numbers = new HashMap<>();
    private final Queue<RulesWorld> ahead = new ArrayDeque<>();
    private final Graph graph = new Graph();
    private final List<BitSet> waiting = new ArrayList<>();
    private final List<BitSet> holding = new ArrayList<>();

    private RulesExplorer(RulesSetting setting, Flaw flaw) {
        network = new Network(setting, flaw);
        checks = new Checks(network.judge());
        start = RulesWorld.start(setting.resources(), setting.roles().size());
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
    record Exploration(int states, int steps, @Nullable Invariant broken, List<String> trace) {}

    static Exploration explore(RulesSetting setting, Flaw flaw) {
        return new RulesExplorer(setting, flaw).run();
    }

    private Exploration run() {
        visit(start, -1, 0);
        for (int from = 0; !ahead.isEmpty(); from++) {
            RulesWorld world = ahead.remove();
            Invariant broken = checks.broken(world);
            if (broken != null) {
                return report(broken, from, null);
            }
            int ordinal = 0;
            for (RulesStep step : network.steps(world)) {
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
        return new Exploration(numbers.size(), graph.edges(), null, List.of());
    }

    private int visit(RulesWorld world, int parent, int ordinal) {
        Integer known = numbers.putIfAbsent(RulesEncoding.of(world), numbers.size());
        if (known != null) {
            return known;
        }
        int number = graph.node(parent, ordinal);
        for (int c = 0; c < waiting.size(); c++) {
            Stage phase = world.clients().get(c).phase();
            waiting.get(c).set(number, phase == Stage.WAITING);
            holding.get(c).set(number, phase == Stage.HOLDING);
        }
        ahead.add(world);
        return number;
    }

    private Exploration report(Invariant broken, int at, @Nullable RulesStep last) {
        List<String> trace = new ArrayList<>();
        RulesWorld world = start;
        for (int ordinal : graph.path(at)) {
            RulesStep step = network.steps(world).get(ordinal);
            world = step.world();
            trace.add(step.label() + "  →  " + Picture.of(world));
        }
        if (last != null) {
            trace.add(last.label() + "  →  " + Picture.of(last.world()));
        }
        return new Exploration(numbers.size(), graph.edges(), broken, trace);
    }
}
