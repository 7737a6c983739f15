package dev.holdfast.example.resume;

import dev.holdfast.example.resume.lock.ResumeLock;
import dev.holdfast.example.resume.lock.ResumeLockData;
import dev.holdfast.example.resume.lock.ResumeLockException;
import dev.holdfast.example.resume.lock.ResumeLockManager;
import dev.holdfast.example.resume.work.Work;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** The commands of the tool. Results go to {@code out}, messages to {@code err}. */
final class Commands {
    private final Arguments arguments;
    private final Storage storage;
    private final Worker worker;
    private final PrintStream out;
    private final PrintStream err;

    Commands(Arguments arguments, Storage storage, Worker worker, PrintStream out, PrintStream err) {
        this.arguments = arguments;
        this.storage = storage;
        this.worker = worker;
        this.out = out;
        this.err = err;
    }

    void run() throws IOException, ToolException, ResumeLockException {
        List<String> words = arguments.words(3, 3, "run JOB FILE [--id ID]");
        begin(Job.Kind.MAPREDUCE, words.subList(1, 2), words.get(2));
    }

    void session() throws IOException, ToolException, ResumeLockException {
        List<String> words = arguments.words(3, Integer.MAX_VALUE, "session FILE STEP... [--id ID]");
        begin(Job.Kind.SESSION, words.subList(2, words.size()), words.get(1));
    }

    private void begin(Job.Kind kind, List<String> steps, String file)
            throws IOException, ToolException, ResumeLockException {
        String given = arguments.value("--id");
        String id = given == null
                ? kind.label() + "-" + UUID.randomUUID().toString().substring(0, 8)
                : Ids.require(given);
        Job job = new Job(id, kind, steps, arguments.number("--every", 1, 1));
        List<String> input = Storage.lines(Path.of(file));
        Work work = job.work(input);
        String text = job.json(); // before the lock is taken: the first text of a process takes time
        try (ResumeLockManager locks = open();
                ResumeLock lock = locks.acquireLock(id)) {
            if (storage.has(id)) {
                throw ToolException.usage(id + " exists already; go on with it by: resume-tool resume " + id);
            }
            storage.add(id, text, input);
            err.println("Began " + id + ": " + work.size() + " parts.");
            goOn(job, work, lock);
        }
    }

    void resume() throws IOException, ToolException, ResumeLockException {
        String id = Ids.require(arguments.words(2, 2, "resume ID [--force]").get(1));
        storage.job(id); // it exists: a missing job should not be reported as locked
        try (ResumeLockManager locks = open();
                ResumeLock lock = arguments.has("--force") ? takenOver(locks, id) : locks.acquireLock(id)) {
            Job job = storage.job(id);
            Work work = job.work(storage.input(id));
            int done = storage.checkpoints(id).newest().done();
            err.println("Resumed " + id + ": " + done + " of " + work.size() + " parts were done.");
            goOn(job, work, lock);
        }
    }

    private ResumeLock takenOver(ResumeLockManager locks, String id) throws ResumeLockException {
        Optional<ResumeLockData> holder = locks.holder(id);
        ResumeLock lock = locks.takeOverLock(id);
        holder.ifPresent(
                had -> err.println("Took the lock from " + had.who() + ", which stops before its next checkpoint."));
        return lock;
    }

    private void goOn(Job job, Work work, ResumeLock lock) throws IOException, ToolException, ResumeLockException {
        Checkpoint at = worker.work(job, work, lock);
        if (at.done() < work.size()) {
            err.println("Stopped " + job.id() + " at " + at.done() + " of " + work.size()
                    + " parts; go on with it by: resume-tool resume " + job.id());
            return;
        }
        err.println("Finished " + job.id() + ": " + work.size() + " parts.");
        work.result(at.outputs()).forEach(out::println);
    }

    private ResumeLockManager open() throws ResumeLockException {
        ResumeLockManager locks = new ResumeLockManager(storage.root());
        locks.warnings().forEach(warning -> err.println("resume-tool: " + warning));
        return locks;
    }

    void list() throws IOException, ToolException, ResumeLockException {
        arguments.words(1, 1, "list");
        try (ResumeLockManager locks = open()) {
            for (String id : storage.ids()) {
                Work work = storage.job(id).work(storage.input(id));
                int done = storage.checkpoints(id).newest().done();
                String state = locks.holder(id)
                        .map(ResumeLockData::who)
                        .orElse(done == work.size() ? "finished" : "can be resumed");
                out.println(id + "\t" + done + "/" + work.size() + "\t" + state);
            }
        }
    }
}
