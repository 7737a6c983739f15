package dev.holdfast.store.file;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.holdfast.Hold;
import dev.holdfast.internal.base.FileNames;
import dev.holdfast.internal.process.LocalFileSystem;
import dev.holdfast.store.file.sidecar.Disk;
import dev.holdfast.store.file.sidecar.NameTakenException;
import dev.holdfast.store.file.sidecar.Shown;
import dev.holdfast.store.file.sidecar.Step;
import dev.holdfast.store.file.sidecar.View;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Locks as directories {@code P/<name>}, made by {@code mkdir}, with the files {@code pid}, {@code ts}, {@code where} and
 * {@code cmd} inside. A directory passes from one holder to the next by a {@link Chain}; it is released by renaming it away in
 * one step. The tag is the id of the holder.
 */
final class LockDirectories implements View {
    private static final List<String> KNOWN_FILES = List.of(Chain.PID, Chain.TS, Chain.CMD, Chain.WHERE);

    private final Path parent;
    private final Workplace workplace;
    private final Prepared prepared;
    private final Disk disk;
    private final boolean local;
    private final boolean ignoresCase;

    LockDirectories(Path parent, Path sidecar, Disk disk) {
        this.parent = parent;
        this.workplace = new Workplace(sidecar, disk);
        this.prepared = new Prepared(sidecar, disk);
        this.disk = disk;
        this.local = LocalFileSystem.isLocal(parent);
        this.ignoresCase = Workplace.ignoresCase(sidecar);
    }

    private Path path(String resource) {
        return parent.resolve(FileNames.encode(resource));
    }

    @Override
    public void requireName(String resource) {
        FileNames.encode(resource);
    }

    @Override
    public @Nullable String look(String resource) throws IOException {
        return tag(path(resource));
    }

    private static @Nullable String tag(Path path) throws IOException {
        Facts facts = Facts.of(path);
        if (facts == null || !facts.isDirectory()) {
            return facts == null ? null : facts.tag();
        }
        return tag(Chain.of(path, facts), facts);
    }

    private static String tag(Chain chain, Facts facts) {
        return chain.end().equals(Chain.NOBODY) ? Chain.NOBODY + facts.tag() : chain.end();
    }

    @Override
    public @Nullable Shown read(String resource) throws IOException {
        Path path = path(resource);
        Facts facts = Facts.of(path);
        if (facts == null) {
            return null;
        }
        if (!facts.isDirectory()) {
            return new Shown(facts.tag(), Shown.UNKNOWN, facts.time(), "not a lock directory but " + facts.kind());
        }
        Chain chain = Chain.of(path, facts);
        return chain.shown(path, tag(chain, facts), local);
    }

    /**
     * Returns the directories that name their maker, and the empty ones: a lock that was made with a bare {@code mkdir}. Others
     * may lie beside them and do not count as locks.
     */
    @Override
    public Collection<String> names() throws IOException {
        List<String> names = new ArrayList<>();
        for (Path entry : Disk.list(parent)) {
            if (isLock(entry)) {
                FileNames.decode(entry.getFileName().toString()).ifPresent(names::add);
            }
        }
        return names;
    }

    private static boolean isLock(Path entry) throws IOException {
        if (!Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS)) {
            return false;
        }
        if (Files.exists(entry.resolve(Chain.PID), LinkOption.NOFOLLOW_LINKS)) {
            return true;
        }
        try {
            return Disk.list(entry).isEmpty();
        } catch (NoSuchFileException | AccessDeniedException e) {
            return false; // gone by now, or not readable for this user
        }
    }

    @Override
    public String signature() throws IOException {
        Facts facts = Facts.of(parent);
        return facts == null ? "" : facts.tag();
    }

    @Override
    public @Nullable Step plan(Transition transition) throws IOException {
        if (transition.isSame()) {
            return naming(transition);
        }
        Path lock = path(transition.resource());
        if (transition.after() == null) {
            String shown = transition.tag();
            return shown == null ? null : new Removal(() -> takeAway(transition.resource(), lock, shown));
        }
        DirectoryFacts facts = DirectoryFacts.of(transition.all());
        return transition.tag() == null
                ? new Making(transition.resource(), lock, facts)
                : new Succession(transition.resource(), lock, transition.tag(), facts, workplace, disk, local);
    }

    /** Plans to name other processes of the same hold, if they are others than before. */
    private @Nullable Step naming(Transition transition) throws IOException {
        String tag = transition.tag();
        Hold hold = transition.after();
        if (tag == null
                || hold == null
                || hold.entries().isEmpty()
                || !Chain.word(tag).equals(tag)) {
            return null;
        }
        Path lock = path(transition.resource());
        String before = FurtherProcesses.read(lock, tag);
        String after = FurtherProcesses.lines(transition.all());
        return before.equals(after)
                ? null
                : new Naming(transition.resource(), lock, tag, before, after, workplace, disk);
    }

    @Override
    public boolean finish(String resource, Hold hold, String tag, Instant begun) throws IOException {
        Making making = new Making(resource, path(resource), DirectoryFacts.of(List.of(hold)));
        return tag.equals(making.tag()) && making.finish(begun);
    }

    @Override
    public boolean durable() {
        return false;
    }

    @Override
    public void flush() {
        throw new UnsupportedOperationException("Lock directories are not durable.");
    }

    @Override
    public boolean stepsVerify() {
        return true;
    }

    @Override
    public boolean ignoresCase() {
        return ignoresCase;
    }

    @Override
    public void tidy() throws IOException {
        workplace.clear();
        prepared.tidy();
    }

    @Override
    public void close() {
        prepared.close();
        workplace.close();
    }

    /**
     * Takes the directory away in one step. Before that a {@link Tombstone} keeps successors out: a directory that has one already
     * stays where it is, and its holder never sees it gone.
     */
    private void takeAway(String resource, Path lock, String tag) throws IOException {
        Facts facts = Facts.of(lock);
        if (facts == null) {
            throw new NameTakenException(resource);
        }
        if (!facts.isDirectory()) {
            remove(resource, lock, tag);
            return;
        }
        Chain chain = Chain.of(lock, facts);
        boolean nobody = chain.end().equals(Chain.NOBODY) && tag.startsWith(Chain.NOBODY);
        if (!chain.end().equals(tag) && !nobody) {
            throw new NameTakenException(resource);
        }
        try {
            Tombstone.place(lock, chain.end(), prepared);
        } catch (FileAlreadyExistsException | NoSuchFileException e) {
            throw new NameTakenException(resource);
        }
        try {
            remove(resource, lock, Tombstone.id(chain.end()));
        } catch (NameTakenException e) {
            throw e;
        } catch (IOException e) {
            disk.delete(Chain.next(lock, chain.end()));
            throw e;
        }
    }

    /** Renames away what is there; puts back what a program that does not know the chain has put there just now. */
    private void remove(String resource, Path lock, String tag) throws IOException {
        Path away = workplace.file();
        try {
            disk.move(lock, away);
        } catch (NoSuchFileException e) {
            throw new NameTakenException(resource);
        }
        if (!tag.equals(tag(away))) {
            if (!Files.exists(lock, LinkOption.NOFOLLOW_LINKS)) {
                disk.move(away, lock);
            }
            throw new NameTakenException(resource);
        }
        workplace.drop(away, KNOWN_FILES);
    }

    @Override
    public boolean finishRemoval(String resource, String tag) throws IOException {
        Path lock = path(resource);
        Facts facts = Facts.of(lock);
        if (facts == null || !facts.isDirectory()) {
            return false;
        }
        Chain chain = Chain.of(lock, facts);
        if (!chain.isReleasing() || !chain.end().equals(Tombstone.id(tag))) {
            return false;
        }
        remove(resource, lock, chain.end());
        return true;
    }

    /**
     * The creation of the directory. Once {@code pid} is in it, others know its owner, so {@code pid} comes after the files
     * that its id is made of.
     */
    private final class Making implements Step {
        private final String resource;
        private final Path lock;
        private final DirectoryFacts facts;

        Making(String resource, Path lock, DirectoryFacts facts) {
            this.resource = resource;
            this.lock = lock;
            this.facts = facts;
        }

        @Override
        public String tag() {
            return Chain.id(facts.pid(), facts.ts());
        }

        @Override
        public void run() throws IOException {
            try {
                disk.createDirectory(lock);
            } catch (FileAlreadyExistsException e) {
                throw new NameTakenException(resource);
            }
            try {
                place(Chain.TS, "", facts.ts() + "\n");
                place(Chain.WHERE, facts.pid(), facts.where().lines());
                if (!facts.further().isEmpty()) {
                    place(with(), "", facts.further());
                }
                place(Chain.PID, facts.pid(), facts.pid() + "\n");
            } catch (IOException e) {
                clear(e);
                throw e;
            }
            describe();
        }

        private String with() {
            return FurtherProcesses.file(lock, tag()).getFileName().toString();
        }

        private void describe() {
            try {
                place(Chain.CMD, facts.pid(), facts.cmd() + "\n");
            } catch (IOException e) {
                // No program depends on it.
            }
        }

        private void place(String name, String kind, String content) throws IOException {
            prepared.place(lock.resolve(name), name + kind, content);
        }

        /**
         * Goes on where a crashed maker stopped, if its directory is still without a holder. The process that creates {@code
         * pid} has the directory: a script that has just made one of that name keeps it or finds it taken. A directory that
         * this user may not read or write stays as it is.
         *
         * @param begun when the maker was about to make the directory, by the file system's clock
         */
        boolean finish(Instant begun) throws IOException {
            Facts directory = Facts.of(lock);
            if (directory == null
                    || !directory.isDirectory()
                    || directory.time().isBefore(begun)) {
                return false;
            }
            try {
                if (!Chain.of(lock, directory).end().equals(Chain.NOBODY) || !onlyBegunBySame()) {
                    return false;
                }
                complete(Chain.TS, "", facts.ts() + "\n");
                complete(Chain.WHERE, facts.pid(), facts.where().lines());
                if (!facts.further().isEmpty()) {
                    complete(with(), "", facts.further());
                }
                place(Chain.PID, facts.pid(), facts.pid() + "\n");
            } catch (FileAlreadyExistsException | NoSuchFileException | AccessDeniedException e) {
                return false;
            }
            describe();
            return true;
        }

        /** Returns whether everything in the directory is what the maker would have put there before {@code pid}. */
        private boolean onlyBegunBySame() throws IOException {
            for (Path file : Disk.list(lock)) {
                String name = file.getFileName().toString();
                String content = name.equals(Chain.TS)
                        ? facts.ts() + "\n"
                        : name.equals(Chain.WHERE)
                                ? facts.where().lines()
                                : name.equals(with()) ? facts.further() : null;
                Facts found = Facts.of(file);
                if (content == null
                        || found == null
                        || !found.isFile()
                        || !content.equals(new String(found.content(file), UTF_8))) {
                    return false;
                }
            }
            return true;
        }

        private void complete(String name, String kind, String content) throws IOException {
            if (Facts.of(lock.resolve(name)) == null) {
                place(name, kind, content);
            }
        }

        private void clear(IOException cause) {
            for (Path path : List.of(
                    lock.resolve(Chain.PID),
                    lock.resolve(with()),
                    lock.resolve(Chain.TS),
                    lock.resolve(Chain.WHERE),
                    lock)) {
                try {
                    disk.delete(path);
                } catch (IOException e) {
                    cause.addSuppressed(e);
                }
            }
        }

        @Override
        public boolean isUndoable() {
            return true;
        }

        @Override
        public void undo() throws IOException {
            takeAway(resource, lock, tag());
        }
    }
}
