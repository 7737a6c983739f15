package dev.holdfast.internal.rules.model;

import java.util.Arrays;
import java.util.BitSet;

/** The explored states by number, how each was first reached, and every step between them. */
final class Graph {
    private int nodes;
    private int edges;
    private int[] parent = new int[1024];
    private int[] ordinal = new int[1024];
    private int[] from = new int[1024];
    private int[] to = new int[1024];
    private byte[] against = new byte[1024];

    int node(int newParent, int newOrdinal) {
        if (nodes == parent.length) {
            parent = Arrays.copyOf(parent, nodes * 2);
            ordinal = Arrays.copyOf(ordinal, nodes * 2);
        }
        parent[nodes] = newParent;
        ordinal[nodes] = newOrdinal;
        return nodes++;
    }

    void edge(int source, int target, int withoutHelpOf) {
        if (edges == from.length) {
            from = Arrays.copyOf(from, edges * 2);
            to = Arrays.copyOf(to, edges * 2);
            against = Arrays.copyOf(against, edges * 2);
        }
        from[edges] = source;
        to[edges] = target;
        against[edges++] = (byte) withoutHelpOf;
    }

    int edges() {
        return edges;
    }

    /** Which step was taken at each state of the shortest way to that one. */
    int[] path(int node) {
        int length = 0;
        for (int at = node; parent[at] >= 0; at = parent[at]) {
            length++;
        }
        int[] path = new int[length];
        for (int at = node; parent[at] >= 0; at = parent[at]) {
            path[--length] = ordinal[at];
        }
        return path;
    }

    /** Those of the sources from which no way leads to a target by steps that are not against that client. */
    BitSet unable(BitSet sources, BitSet targets, int client) {
        int[] head = new int[nodes];
        Arrays.fill(head, -1);
        int[] next = new int[edges];
        for (int e = 0; e < edges; e++) {
            next[e] = head[to[e]];
            head[to[e]] = e;
        }
        BitSet able = (BitSet) targets.clone();
        int[] stack = new int[nodes];
        int depth = 0;
        for (int t = targets.nextSetBit(0); t >= 0; t = targets.nextSetBit(t + 1)) {
            stack[depth++] = t;
        }
        while (depth > 0) {
            int node = stack[--depth];
            for (int e = head[node]; e >= 0; e = next[e]) {
                if ((against[e] & client) == 0 && !able.get(from[e])) {
                    able.set(from[e]);
                    stack[depth++] = from[e];
                }
            }
        }
        BitSet unable = (BitSet) sources.clone();
        unable.andNot(able);
        return unable;
    }
}
