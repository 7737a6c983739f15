package dev.holdfast.spring.guide;

import java.util.function.LongConsumer;
import org.springframework.stereotype.Component;

/** The work of the job. */
@Component
public class Invoices {
    private volatile LongConsumer work = id -> {};

    /** Sets the work, by which a test sees when a job is within it. */
    public void work(LongConsumer newWork) {
        work = newWork;
    }

    void bill(long id) {
        work.accept(id);
    }
}
