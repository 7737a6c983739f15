package dev.holdfast.store.file.project;

import dev.holdfast.Hold;
import dev.holdfast.Owner;
import dev.holdfast.internal.base.ResourceName;
import dev.holdfast.store.file.sidecar.NameTakenException;
import dev.holdfast.store.file.sidecar.Shown;
import dev.holdfast.store.file.sidecar.Step;
import dev.holdfast.store.file.sidecar.View;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Locks as entries of the registry: all holds of a resource, one entry each. What one group of changes does to several
 * resources is shown by one replacement of the file.
 */
final class RegistryView implements View {
    private final RegistryFile file;
    private final Beginning beginning;
    private final Warnings warnings;
    /** The changes of the group at work. */
    private final List<RegistryStep> planned = new ArrayList<>();

    private Supplier<Map<String, List<Hold>>> recorded = Map::of;

    /** @param beginning what to do before anything else */
    RegistryView(RegistryFile file, Beginning beginning, Warnings warnings) {
        this.file = file;
        this.beginning = beginning;
        this.warnings = warnings;
    }

    /** The preparations for the first use of a project's registry. */
    interface Beginning {
        void run() throws IOException;
    }

    @Override
    public void requireName(String resource) {
        ResourceName.require(resource);
    }

    @Override
    public void attach(Supplier<Map<String, List<Hold>>> holds) {
        this.recorded = holds;
    }

    @Override
    public @Nullable String look(String resource) throws IOException {
        return Tag.of(registry().entries(resource));
    }

    @Override
    public @Nullable Shown read(String resource) throws IOException {
        List<Shown> all = readAll(resource);
        return all.isEmpty() ? null : all.get(0);
    }

    @Override
    public List<Shown> readAll(String resource) throws IOException {
        Registry registry = registry();
        String tag = Tag.of(registry.entries(resource));
        List<Shown> all = new ArrayList<>();
        for (RegistryEntry entry : registry.counting(resource)) {
            Instant seen = entry.timestamp();
            Instant since = entry.since() == null || entry.since().isAfter(seen) ? seen : entry.since();
            all.add(new Shown(String.valueOf(tag), entry.owner(), since, seen, entry.mode(), entry.note()));
        }
        return all;
    }

    /** Returns whether an entry stands for a hold. The instance is the owner, even if another program wrote the entry. */
    @Override
    public boolean standsFor(Shown entry, Hold hold) {
        Owner owner = hold.owner();
        return entry.owner().id().equals(owner.id()) || entry.owner().id().equals(owner.name());
    }

    @Override
    public Collection<String> names() throws IOException {
        return registry().resources();
    }

    @Override
    public String signature() throws IOException {
        try {
            return Stat.of(file.path()).signature();
        } catch (NoSuchFileException e) {
            return "";
        }
    }

    @Override
    public @Nullable Step plan(Transition transition) throws IOException {
        Registry now = registry();
        List<RegistryEntry> counting = now.counting(transition.resource());
        List<RegistryEntry> shown = new ArrayList<>();
        for (Hold hold : transition.all()) {
            shown.add(shown(transition.resource(), hold, counting));
        }
        // A mere renewal leaves alone what does not count; a new or a leaving holder settles the matter.
        boolean isSame = instances(shown).equals(instances(counting));
        List<RegistryEntry> there = now.entries(transition.resource());
        Edit edit = new Edit(transition.resource(), isSame ? counting : there, shown);
        String tag = Tag.of(edit.result(there));
        if (Objects.equals(tag, transition.tag())) {
            return null;
        }
        RegistryStep step = new RegistryStep(edit, transition.tag(), tag);
        planned.add(step);
        return step;
    }

    private static Set<String> instances(List<RegistryEntry> entries) {
        Set<String> instances = new HashSet<>();
        for (RegistryEntry entry : entries) {
            instances.add(entry.instance());
        }
        return instances;
    }

    private static RegistryEntry shown(String resource, Hold hold, List<RegistryEntry> counting) {
        for (RegistryEntry entry : counting) {
            if (entry.isOf(hold.owner())) {
                // What another program wrote about its own lock is not ours to rewrite.
                return hold.entries().isEmpty() ? entry : entry.showing(hold);
            }
        }
        return RegistryEntry.of(resource, hold);
    }

    @Override
    public boolean durable() {
        return true;
    }

    @Override
    public void flush() throws IOException {
        file.flush();
    }

    @Override
    public boolean ignoresCase() {
        return false;
    }

    @Override
    public void tidy() throws IOException {
        file.tidy();
        beginning.run();
    }

    @Override
    public List<String> warnings() {
        return warnings.drain();
    }

    @Override
    public void close() {}

    private Registry registry() throws IOException {
        return file.look(this::afresh);
    }

    /** Returns a fresh registry with our own holds, which have not ended. Those of other programs are unknown. */
    private Registry afresh() {
        List<Edit> edits = new ArrayList<>();
        recorded.get().forEach((resource, holds) -> {
            List<RegistryEntry> ours = holds.stream()
                    .filter(hold -> !hold.entries().isEmpty())
                    .map(hold -> RegistryEntry.of(resource, hold))
                    .toList();
            edits.add(new Edit(resource, List.of(), ours));
        });
        return Registry.EMPTY.with(edits);
    }

    private void showPlanned() throws IOException {
        List<Edit> edits = new ArrayList<>();
        for (RegistryStep step : planned) {
            edits.add(step.edit);
        }
        boolean done = file.replace(
                registry -> {
                    for (RegistryStep step : planned) {
                        String resource = step.edit.resource();
                        if (!Objects.equals(Tag.of(registry.entries(resource)), step.before)) {
                            throw new NameTakenException(resource);
                        }
                    }
                    return registry.with(edits);
                },
                this::afresh);
        if (!done) {
            throw new NameTakenException(edits.get(0).resource());
        }
        planned.clear();
    }

    /** One resource's part of the next replacement; the first that runs makes all of it. */
    private final class RegistryStep implements Step {
        private final Edit edit;
        private final @Nullable String before;
        private final @Nullable String after;

        RegistryStep(Edit edit, @Nullable String before, @Nullable String after) {
            this.edit = edit;
            this.before = before;
            this.after = after;
        }

        @Override
        public @Nullable String tag() {
            return after;
        }

        @Override
        public void run() throws IOException {
            if (planned.contains(this)) {
                showPlanned();
            }
        }

        @Override
        public void close() {
            planned.remove(this);
        }
    }
}
