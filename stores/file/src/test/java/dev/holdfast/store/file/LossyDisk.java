package dev.holdfast.store.file;

import dev.holdfast.check.Extent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A model of a disk that may lose whatever was not flushed. Each name in a directory keeps its last flushed meaning or any later
 * one, independently of all other names: a rename between two directories may survive in one of them only. Each file keeps
 * its flushed content with any of the later writes, the last of them perhaps by half.
 */
final class LossyDisk {
    /** So many states after one failure are looked at; of more, a sample. */
    private static final int MAX_STATES = Extent.of(50, 250);

    /** Names that mean nothing after a crash: all of them are kept in half of the states, and lost in the others. */
    private static final Set<String> LEFTOVERS = Set.of("work", "registry.next");

    private final Node root = new Node(true);
    private boolean leftovers;

    private static final class Node {
        final boolean directory;
        /** By name, the flushed meaning and all later ones; null stands for no file. */
        final Map<String, List<@Nullable Node>> names = new TreeMap<>();

        List<byte[]> contents = List.of(new byte[0]);
        List<byte[]> torn = List.of();
        byte[] live = new byte[0];
        /** A hard link to the real file, whose identity the stores rely on. */
        @Nullable
        Path original;

        Node(boolean directory) {
            this.directory = directory;
        }

        @Nullable
        Node get(String name) {
            List<@Nullable Node> meanings = names.get(name);
            return meanings == null ? null : meanings.get(meanings.size() - 1);
        }

        void set(String name, @Nullable Node node) {
            List<@Nullable Node> meanings =
                    names.computeIfAbsent(name, any -> new ArrayList<>(Arrays.asList((Node) null)));
            meanings.remove(node);
            meanings.add(node);
        }

        List<byte[]> possible() {
            List<byte[]> all = new ArrayList<>(contents);
            torn.forEach(content -> add(all, content));
            return all;
        }
    }

    private static void add(List<byte[]> contents, byte[] content) {
        if (contents.stream().noneMatch(known -> Arrays.equals(known, content))) {
            contents.add(content);
        }
    }

    private Node node(Path path) {
        Node node = root;
        for (Path name : path) {
            node = node.get(name.toString());
            if (node == null) {
                throw new IllegalStateException(path + " is not there");
            }
        }
        return node;
    }

    private Node folder(Path path) {
        return path.getParent() == null ? root : node(path.getParent());
    }

    private static String name(Path path) {
        return path.getFileName().toString();
    }

    void madeDirectory(Path path) {
        folder(path).set(name(path), new Node(true));
    }

    void created(Path path) {
        folder(path).set(name(path), new Node(false));
    }

    void linked(Path name, Path existing, Path original) {
        Node node = node(existing);
        node.original = original;
        folder(name).set(name(name), node);
    }

    void moved(Path from, Path to, @Nullable Path original) {
        Node node = node(from);
        node.original = original;
        folder(to).set(name(to), node);
        folder(from).set(name(from), null);
    }

    void deleted(Path path) {
        folder(path).set(name(path), null);
    }

    void wrote(Path path, long position, byte[] content) {
        int from = Math.toIntExact(position);
        Node node = node(path);
        List<byte[]> after = new ArrayList<>(node.contents);
        List<byte[]> torn = new ArrayList<>();
        for (byte[] before : node.contents) {
            add(after, written(before, from, content));
            add(torn, written(before, from, torn(content)));
        }
        node.contents = after;
        node.torn = torn;
        node.live = written(node.live, from, content);
    }

    /** Only the first half was written; what is in place of the rest is of no use. */
    private static byte[] torn(byte[] content) {
        byte[] torn = content.clone();
        Arrays.fill(torn, content.length / 2, content.length, (byte) 0x55);
        return torn;
    }

    private static byte[] written(byte[] before, int position, byte[] content) {
        byte[] after = Arrays.copyOf(before, Math.max(before.length, position + content.length));
        System.arraycopy(content, 0, after, position, content.length);
        return after;
    }

    void truncated(Path path, long length) {
        Node node = node(path);
        List<byte[]> after = new ArrayList<>(node.contents);
        for (byte[] before : node.contents) {
            add(after, Arrays.copyOf(before, Math.toIntExact(length)));
        }
        node.contents = after;
        node.live = Arrays.copyOf(node.live, Math.toIntExact(length));
    }

    void flushed(Path path) {
        Node node = node(path);
        node.contents = List.of(node.live);
        node.torn = List.of();
    }

    void flushedDirectory(Path path) {
        Node node = path.toString().isEmpty() ? root : node(path);
        node.names.replaceAll((name, meanings) -> {
            List<@Nullable Node> last = new ArrayList<>();
            last.add(meanings.get(meanings.size() - 1));
            return last;
        });
    }

    /** One state that a power failure can leave. */
    static final class State {
        /** By path, the content; null for a directory. */
        private final Map<String, byte @Nullable []> entries = new TreeMap<>();

        private final Map<String, Path> originals = new TreeMap<>();

        /** Equal for equal states. */
        String signature() {
            StringBuilder text = new StringBuilder();
            entries.forEach((path, content) -> text.append(path)
                    .append('=')
                    .append(content == null ? "" : content.length + "/" + Arrays.hashCode(content))
                    .append(originals.getOrDefault(path, Path.of("")))
                    .append('\n'));
            return text.toString();
        }

        /** Makes the files of this state. */
        void into(Path target) throws IOException {
            Files.createDirectories(target);
            for (Map.Entry<String, byte @Nullable []> entry : entries.entrySet()) {
                Path path = target.resolve(entry.getKey());
                byte[] content = entry.getValue();
                Path original = originals.get(entry.getKey());
                if (content == null) {
                    Files.createDirectory(path);
                } else if (original != null) {
                    Files.createLink(path, original);
                } else {
                    Files.write(path, content);
                }
            }
        }
    }

    /** All states that a power failure can leave now, those with the most losses first. */
    List<State> states() {
        List<Choice> choices = new ArrayList<>();
        collect(root, new ArrayList<>(), choices);
        long product = 1;
        for (Choice choice : choices) {
            product = Math.min(product * choice.size, MAX_STATES + 1L);
        }
        List<State> states = new ArrayList<>();
        if (product <= MAX_STATES) {
            for (int number = 0; number < product; number++) {
                int rest = number;
                for (Choice choice : choices) {
                    choice.chosen = rest % choice.size;
                    rest /= choice.size;
                }
                states.add(chosen(choices));
            }
            return states;
        }
        for (boolean live : new boolean[] {false, true}) {
            for (int one = -1; one < choices.size(); one++) {
                choices.forEach(choice -> choice.chosen = live ? choice.live : 0);
                for (int i = 0; one >= 0 && i < choices.get(one).size; i++) {
                    choices.get(one).chosen = i;
                    states.add(chosen(choices));
                }
            }
        }
        Random random = new Random(states.size());
        while (states.size() < MAX_STATES) {
            choices.forEach(choice -> choice.chosen = random.nextInt(choice.size));
            states.add(chosen(choices));
        }
        return states;
    }

    /** A name or a file of which a power failure can leave one of several meanings or contents. */
    private static final class Choice {
        final Node node;
        final @Nullable String name;
        final int size;
        final int live;
        int chosen;

        Choice(Node node, @Nullable String name, int size, int live) {
            this.node = node;
            this.name = name;
            this.size = size;
            this.live = live;
        }
    }

    private static void collect(Node node, List<Node> seen, List<Choice> choices) {
        if (seen.contains(node)) {
            return;
        }
        seen.add(node);
        int contents = node.possible().size();
        if (contents > 1) {
            choices.add(new Choice(node, null, contents, node.contents.size() - 1));
        }
        node.names.forEach((name, meanings) -> {
            if (LEFTOVERS.contains(name)) {
                return;
            }
            if (meanings.size() > 1) {
                choices.add(new Choice(node, name, meanings.size(), meanings.size() - 1));
            }
            for (Node meaning : meanings) {
                if (meaning != null) {
                    collect(meaning, seen, choices);
                }
            }
        });
    }

    private State chosen(List<Choice> choices) {
        State state = new State();
        leftovers = !leftovers;
        fill(state, "", root, choices);
        return state;
    }

    private static int choice(List<Choice> choices, Node node, @Nullable String name) {
        for (Choice choice : choices) {
            if (choice.node == node && java.util.Objects.equals(choice.name, name)) {
                return choice.chosen;
            }
        }
        return 0;
    }

    private void fill(State state, String path, Node node, List<Choice> choices) {
        if (!node.directory) {
            byte[] content = node.possible().get(choice(choices, node, null));
            state.entries.put(path, content);
            if (node.original != null && Arrays.equals(content, node.live)) {
                state.originals.put(path, node.original);
            }
            return;
        }
        if (!path.isEmpty()) {
            state.entries.put(path, null);
        }
        boolean isLeft = path.endsWith("/work");
        node.names.forEach((name, meanings) -> {
            int which = isLeft || LEFTOVERS.contains(name)
                    ? (leftovers ? meanings.size() - 1 : 0)
                    : choice(choices, node, name);
            Node meaning = meanings.get(which);
            if (meaning != null) {
                fill(state, path.isEmpty() ? name : path + "/" + name, meaning, choices);
            }
        });
    }
}
