package dev.holdfast.bench.peer;

/**
 * A library as an application uses it for a job that one thread of one process at a time may run, with the times that the library
 * has by default. The lines between the marks {@code begin} and {@code end} of each class are those that an application needs; they
 * are counted.
 */
public interface JobLock extends AutoCloseable {
    /** The name of the lock. */
    String NAME = "nightly-billing";

    /**
     * Runs the job if no other thread or process does. Does not wait.
     *
     * @param lost called when the library tells that the lock is lost while the job runs
     * @return false if the job did not run
     * @throws Exception if the library reports a loss at the end of the job
     */
    boolean run(Runnable job, Runnable lost) throws Exception;

    /** Takes the lock away from the process that holds it. */
    void takeAway() throws Exception;

    @Override
    void close();
}
