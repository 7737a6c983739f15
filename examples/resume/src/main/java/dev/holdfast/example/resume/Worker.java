package dev.holdfast.example.resume;

import dev.holdfast.example.resume.lock.ResumeLock;
import dev.holdfast.example.resume.lock.ResumeLockException;
import dev.holdfast.example.resume.work.Work;
import dev.holdfast.example.resume.work.WorkException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Does what is left of one job, under its lock. */
final class Worker {
    private final Storage storage;
    private final Stop stop;
    private final Duration pace;

    /** @param pace a rest after each checkpoint, so that people and tests have time to get in between */
    Worker(Storage storage, Stop stop, Duration pace) {
        this.storage = storage;
        this.stop = stop;
        this.pace = pace;
    }

    /** Works to the end, or until it is asked to stop, and returns the progress. */
    Checkpoint work(Job job, Work work, ResumeLock lock) throws IOException, ToolException, ResumeLockException {
        lock.onLoss(stop::ask);
        Checkpoints checkpoints = storage.checkpoints(job.id());
        Checkpoint at = checkpoints.begin(lock.fence());
        while (at.done() < work.size() && !stop.asked()) {
            at = new Checkpoint(lock.fence(), nextOutputs(job, work, at));
            lock.requireHeld();
            checkpoints.write(at);
            stop.rest(pace);
        }
        if (at.done() < work.size()) {
            lock.requireHeld(); // why it stopped, if that was because of the lock
        }
        return at;
    }

    private List<String> nextOutputs(Job job, Work work, Checkpoint at) throws ToolException {
        List<String> outputs = new ArrayList<>(at.outputs());
        int until = Math.min(work.size(), outputs.size() + job.every());
        try {
            while (outputs.size() < until) {
                outputs.add(work.next(outputs));
            }
        } catch (WorkException e) {
            throw new ToolException(
                    ExitCode.FAILED,
                    job.id() + " failed: " + e.getMessage() + " Mend " + storage.inputFile(job.id())
                            + ", then: resume-tool resume " + job.id(),
                    e);
        }
        return outputs;
    }
}
