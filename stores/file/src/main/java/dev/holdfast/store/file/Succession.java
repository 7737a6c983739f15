package dev.holdfast.store.file;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.holdfast.ProcessId;
import dev.holdfast.internal.process.Liveness;
import dev.holdfast.internal.process.ProcessTable;
import dev.holdfast.store.file.sidecar.Disk;
import dev.holdfast.store.file.sidecar.NameTakenException;
import dev.holdfast.store.file.sidecar.Step;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;

/**
 * Passes a lock directory from its holder, dead or alive, to the next one without its name ever being free. The hard link
 * {@code next.<holder's id>} is the one step that counts. What follows lets programs that know only {@code pid} see a living
 * process, and makes the new holder the beginning of the chain; every crash in between leaves the same holder.
 *
 * @param former the tag of the holder before
 * @param facts of the holder after it
 */
record Succession(
        String resource, Path lock, String former, DirectoryFacts facts, Workplace workplace, Disk disk, boolean local)
        implements Step {

    @Override
    public String tag() {
        return facts.id();
    }

    @Override
    public void run() throws IOException {
        Facts directory = Facts.of(lock);
        if (directory == null) {
            throw new NameTakenException(resource);
        }
        if (!directory.isDirectory()) {
            throw new IOException(lock + " is " + directory.kind() + ", not a lock directory; remove it by hand");
        }
        Chain chain = Chain.of(lock, directory);
        boolean nobody = chain.end().equals(Chain.NOBODY) && former.startsWith(Chain.NOBODY);
        if (!chain.end().equals(former) && !nobody) {
            throw new NameTakenException(resource);
        }
        if (chain.isReleasing() && !isGone(chain)) {
            // It is about to rename the directory away.
            throw new NameTakenException(resource);
        }
        try {
            if (!chain.rooted()) {
                // From here on the holder's id no longer depends on what stands in pid.
                link(Chain.ID, chain.end() + "\n");
            }
            Naming.write(lock, facts.id(), facts.further(), workplace, disk);
            link("next." + chain.end(), facts.lines());
        } catch (FileAlreadyExistsException | NoSuchFileException e) {
            disk.drop(FurtherProcesses.file(lock, facts.id()));
            throw new NameTakenException(resource);
        }
        Path mine = Chain.next(lock, chain.end());
        if (!facts.id().equals(Chain.of(lock, directory).end())) {
            // The directory was released and made again in between: the link means nothing there.
            disk.delete(mine);
            throw new NameTakenException(resource);
        }
        try {
            replace(Chain.PID, facts.pid());
            replace(Chain.TS, facts.ts());
            replace(Chain.CMD, facts.cmd());
            replace(Chain.WHERE, facts.where().lines().stripTrailing());
            replace(Chain.ID, facts.id());
            disk.delete(mine);
            disk.delete(FurtherProcesses.file(lock, chain.end()));
        } catch (IOException e) {
            // The chain already names the holder.
        }
    }

    /** Returns whether the process that is releasing the directory has ended. */
    private boolean isGone(Chain chain) throws IOException {
        List<ProcessId> processes = chain.shown(lock, former, local).owner().processes();
        return !processes.isEmpty()
                && processes.stream()
                        .allMatch(process -> ProcessTable.system().check(process, null, () -> local) == Liveness.GONE);
    }

    private void link(String name, String content) throws IOException {
        Path file = workplace.file();
        disk.prepare(file, content.getBytes(UTF_8), false);
        try {
            disk.link(lock.resolve(name), file);
        } finally {
            workplace.drop(file);
        }
    }

    private void replace(String name, String content) throws IOException {
        Path file = workplace.file();
        disk.prepare(file, (content + "\n").getBytes(UTF_8), false);
        disk.move(file, lock.resolve(name));
    }
}
