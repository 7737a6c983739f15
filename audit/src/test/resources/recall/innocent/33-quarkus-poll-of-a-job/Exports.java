package export;

public class Exports {
    private ExportJobs jobs;

    public void await(String job) throws InterruptedException {
        while (!jobs.isDone(job)) {
            Thread.sleep(500);
        }
    }
}
