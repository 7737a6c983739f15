package dev.holdfast.store.file;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.holdfast.internal.base.FileNames;
import dev.holdfast.internal.process.LocalFileSystem;
import dev.holdfast.store.file.sidecar.Disk;
import dev.holdfast.store.file.sidecar.NameTakenException;
import dev.holdfast.store.file.sidecar.Shown;
import dev.holdfast.store.file.sidecar.Step;
import dev.holdfast.store.file.sidecar.View;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Locks as files {@code D/<id>.lock} with JSON inside. A file appears whole, by a hard link to one written and flushed
 * elsewhere, and only if the name is free. Anything else in its place (a link, a folder, half a file) belongs to another
 * program, is never followed and never written to.
 */
final class LockFiles implements View {
    static final String SUFFIX = ".lock";

    private final Path directory;
    private final Workplace workplace;
    private final Disk disk;
    private final boolean local;
    private final boolean ignoresCase;
    /** Without hard links a file is known by its text, and does not appear whole. */
    private boolean links = true;

    LockFiles(Path directory, Path sidecar, Disk disk) {
        this.directory = directory;
        this.workplace = new Workplace(sidecar, disk);
        this.disk = disk;
        this.local = LocalFileSystem.isLocal(directory);
        this.ignoresCase = Workplace.ignoresCase(sidecar);
    }

    private Path path(String resource) {
        return directory.resolve(FileNames.encode(resource, SUFFIX.length()) + SUFFIX);
    }

    @Override
    public void requireName(String resource) {
        FileNames.encode(resource, SUFFIX.length());
    }

    @Override
    public @Nullable String look(String resource) throws IOException {
        return tag(path(resource));
    }

    private @Nullable String tag(Path path) throws IOException {
        Facts facts = Facts.of(path);
        return facts == null ? null : tag(path, facts);
    }

    private String tag(Path path, Facts facts) {
        return links || !facts.isFile() ? facts.tag() : Facts.textTag(facts.content(path));
    }

    @Override
    public @Nullable Shown read(String resource) throws IOException {
        Path path = path(resource);
        Facts facts = Facts.of(path);
        if (facts == null) {
            return null;
        }
        return facts.isFile()
                ? LockFileText.read(facts.content(path), links, facts, local)
                : new Shown(facts.tag(), Shown.UNKNOWN, facts.time(), "not a lock file but " + facts.kind());
    }

    @Override
    public Collection<String> names() throws IOException {
        List<String> names = new ArrayList<>();
        for (Path file : Disk.list(directory)) {
            String fileName = file.getFileName().toString();
            if (fileName.endsWith(SUFFIX)) {
                String stem = fileName.substring(0, fileName.length() - SUFFIX.length());
                FileNames.decode(stem).or(() -> LockFileText.jobId(file, stem)).ifPresent(names::add);
            }
        }
        return names;
    }

    @Override
    public String signature() throws IOException {
        Facts facts = Facts.of(directory);
        return facts == null ? "" : facts.tag();
    }

    @Override
    public @Nullable Step plan(Transition transition) throws IOException {
        if (transition.isSame()) {
            return null;
        }
        Path lock = path(transition.resource());
        if (transition.after() == null) {
            String shown = transition.tag();
            return shown == null ? null : new Removal(() -> takeAway(transition.resource(), lock, shown));
        }
        byte[] text =
                LockFileText.write(transition.resource(), transition.after()).getBytes(UTF_8);
        Path prepared = workplace.file();
        try {
            disk.prepare(prepared, text, true);
            return new LockFileStep(transition, lock, prepared, text, Objects.requireNonNull(tag(prepared)));
        } catch (IOException e) {
            workplace.drop(prepared);
            throw e;
        }
    }

    @Override
    public boolean durable() {
        return true;
    }

    @Override
    public void flush() throws IOException {
        disk.flushDirectory(directory);
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
        links = workplace.hasLinks();
    }

    @Override
    public void close() {
        workplace.close();
    }

    /** Takes the file away if it is still the one; puts back what turns out to be another. */
    private void takeAway(String resource, Path lock, String tag) throws IOException {
        Facts facts = Facts.of(lock);
        if (facts == null || !tag.equals(tag(lock, facts))) {
            throw new NameTakenException(resource);
        }
        if (facts.isDirectory()) {
            throw new IOException(lock + " is a folder, not a lock file; remove it by hand");
        }
        Path away = workplace.file();
        try {
            disk.move(lock, away);
        } catch (NoSuchFileException e) {
            throw new NameTakenException(resource);
        }
        if (!tag.equals(tag(away))) {
            putBack(lock, away);
            throw new NameTakenException(resource);
        }
        workplace.drop(away);
    }

    private void putBack(Path lock, Path away) throws IOException {
        if (links) {
            disk.link(lock, away);
            workplace.drop(away);
        } else if (!Files.exists(lock, LinkOption.NOFOLLOW_LINKS)) {
            disk.move(away, lock); // without links there is no step that puts a file only where none is
        }
    }

    /** Shows a hold where none was, or another one. */
    private final class LockFileStep implements Step {
        private final Transition transition;
        private final Path lock;
        private final Path prepared;
        private final byte[] text;
        private final String tag;

        LockFileStep(Transition transition, Path lock, Path prepared, byte[] text, String tag) {
            this.transition = transition;
            this.lock = lock;
            this.prepared = prepared;
            this.text = text;
            this.tag = tag;
        }

        @Override
        public String tag() {
            return tag;
        }

        @Override
        public void run() throws IOException {
            String shown = transition.tag();
            if (shown != null && handsOver()) {
                if (!shown.equals(look(transition.resource()))) {
                    throw new NameTakenException(transition.resource());
                }
                // The file is our own and just looked at: only so is there no moment in which the name is free.
                disk.move(prepared, lock);
                return;
            }
            if (shown != null) {
                takeAway(transition.resource(), lock, shown);
            }
            try {
                if (links) {
                    disk.link(lock, prepared);
                } else {
                    disk.create(lock, text, true);
                }
            } catch (FileAlreadyExistsException e) {
                throw new NameTakenException(transition.resource());
            }
        }

        private boolean handsOver() {
            return transition.before() != null
                    && !transition.before().entries().isEmpty()
                    && transition.after() != null
                    && !transition.after().claimed();
        }

        @Override
        public boolean isUndoable() {
            return transition.tag() == null;
        }

        @Override
        public void undo() throws IOException {
            takeAway(transition.resource(), lock, tag);
        }

        @Override
        public void close() {
            workplace.drop(prepared);
        }
    }
}
