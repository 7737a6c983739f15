package dev.holdfast.it.architecture;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LookupSwitchInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TableSwitchInsnNode;
import org.objectweb.asm.tree.TryCatchBlockNode;

/**
 * Finds calls that block while their thread is in a monitor, also through other methods of the classes that are given. A lambda
 * counts as a method of its own, since another thread may run it.
 */
final class MonitorScan {
    /** A call as the class file has it. */
    private record Target(String owner, String method) {
        @Override
        public String toString() {
            return owner.substring(owner.lastIndexOf('/') + 1) + "." + method.substring(0, method.indexOf('('));
        }
    }

    private record Call(Target target, boolean inMonitor) {}

    private final Predicate<String> blocks;
    private final Map<String, ClassNode> classes = new HashMap<>();
    private final Map<String, List<String>> subtypes = new HashMap<>();
    private final Map<Target, List<Call>> calls = new LinkedHashMap<>();
    /** The methods that block, with the call by which they do. */
    private final Map<Target, Target> blocking = new HashMap<>();

    /** @param blocks says of a method of another library, as {@code java/lang/Thread.sleep}, whether it blocks */
    MonitorScan(Collection<byte[]> files, Predicate<String> blocks) {
        this.blocks = blocks;
        for (byte[] file : files) {
            ClassNode type = new ClassNode();
            new ClassReader(file).accept(type, ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
            classes.put(type.name, type);
        }
        classes.values().forEach(this::link);
        classes.values()
                .forEach(type -> type.methods.forEach(
                        method -> calls.put(new Target(type.name, method.name + method.desc), calls(method))));
        spread();
    }

    private void link(ClassNode type) {
        List<String> above = new ArrayList<>(type.interfaces);
        if (type.superName != null) {
            above.add(type.superName);
        }
        above.forEach(parent ->
                subtypes.computeIfAbsent(parent, any -> new ArrayList<>()).add(type.name));
    }

    /** Returns the number of methods that were looked at and contain a monitor. */
    long monitors() {
        return calls.values().stream()
                .filter(all -> all.stream().anyMatch(Call::inMonitor))
                .count();
    }

    /** Returns a line for each blocking call in a monitor: method, call, and the call by which that one blocks. */
    Set<String> findings() {
        Set<String> found = new TreeSet<>();
        calls.forEach((method, all) -> {
            for (Call call : all) {
                if (call.inMonitor() && blocks(call.target())) {
                    found.add(method + ": " + path(call.target()));
                }
            }
        });
        return found;
    }

    private String path(Target from) {
        StringBuilder path = new StringBuilder(from.toString());
        Target at = from;
        while (true) {
            Target next = targets(at).stream()
                    .map(blocking::get)
                    .filter(found -> found != null)
                    .findFirst()
                    .orElse(null);
            if (next == null) {
                return path.toString();
            }
            path.append(" > ").append(next);
            at = next;
        }
    }

    /** Marks every method that blocks, until no more are found. */
    private void spread() {
        boolean more = true;
        while (more) {
            more = false;
            for (Map.Entry<Target, List<Call>> method : calls.entrySet()) {
                if (!blocking.containsKey(method.getKey())) {
                    for (Call call : method.getValue()) {
                        if (blocks(call.target())) {
                            blocking.put(method.getKey(), call.target());
                            more = true;
                            break;
                        }
                    }
                }
            }
        }
    }

    private boolean blocks(Target target) {
        return classes.containsKey(target.owner())
                ? targets(target).stream().anyMatch(blocking::containsKey)
                : blocks.test(target.owner() + "."
                        + target.method().substring(0, target.method().indexOf('(')));
    }

    /** Returns the methods that a call may reach: the inherited one, and those of all subtypes. */
    private List<Target> targets(Target call) {
        List<Target> found = new ArrayList<>();
        String at = call.owner();
        while (classes.containsKey(at)) {
            Target here = new Target(at, call.method());
            if (calls.containsKey(here)) {
                found.add(here);
                break;
            }
            at = classes.get(at).superName;
        }
        Deque<String> below = new ArrayDeque<>(subtypes.getOrDefault(call.owner(), List.of()));
        while (!below.isEmpty()) {
            String type = below.pop();
            Target here = new Target(type, call.method());
            if (calls.containsKey(here)) {
                found.add(here);
            }
            below.addAll(subtypes.getOrDefault(type, List.of()));
        }
        return found;
    }

    /** Follows the flow of a method, counting the monitors that it has entered. */
    private static List<Call> calls(MethodNode method) {
        InsnList code = method.instructions;
        int[] depth = new int[code.size()];
        Arrays.fill(depth, -1);
        Deque<AbstractInsnNode> next = new ArrayDeque<>();
        reach(code.getFirst(), (method.access & Opcodes.ACC_SYNCHRONIZED) == 0 ? 0 : 1, code, depth, next);
        List<Call> found = new ArrayList<>();
        while (!next.isEmpty()) {
            AbstractInsnNode at = next.pop();
            int before = depth[code.indexOf(at)];
            for (TryCatchBlockNode handler : method.tryCatchBlocks) {
                if (code.indexOf(handler.start) <= code.indexOf(at) && code.indexOf(at) < code.indexOf(handler.end)) {
                    reach(handler.handler, before, code, depth, next);
                }
            }
            int after = before
                    + (at.getOpcode() == Opcodes.MONITORENTER ? 1 : 0)
                    - (at.getOpcode() == Opcodes.MONITOREXIT ? 1 : 0);
            if (at instanceof MethodInsnNode call) {
                found.add(new Call(new Target(call.owner, call.name + call.desc), before > 0));
            }
            for (AbstractInsnNode then : successors(at)) {
                reach(then, after, code, depth, next);
            }
        }
        return found;
    }

    private static void reach(
            @Nullable AbstractInsnNode at, int depth, InsnList code, int[] depths, Deque<AbstractInsnNode> next) {
        if (at != null && depths[code.indexOf(at)] < 0) {
            depths[code.indexOf(at)] = Math.max(0, depth);
            next.push(at);
        }
    }

    private static List<AbstractInsnNode> successors(AbstractInsnNode at) {
        List<AbstractInsnNode> found = new ArrayList<>();
        int code = at.getOpcode();
        if (at instanceof JumpInsnNode jump) {
            found.add(jump.label);
        } else if (at instanceof TableSwitchInsnNode table) {
            found.add(table.dflt);
            found.addAll(table.labels);
        } else if (at instanceof LookupSwitchInsnNode table) {
            found.add(table.dflt);
            found.addAll(table.labels);
        }
        boolean ends = code == Opcodes.GOTO
                || code == Opcodes.ATHROW
                || (code >= Opcodes.IRETURN && code <= Opcodes.RETURN)
                || code == Opcodes.TABLESWITCH
                || code == Opcodes.LOOKUPSWITCH;
        if (!ends && at.getNext() != null) {
            found.add(at.getNext());
        }
        return found;
    }
}
