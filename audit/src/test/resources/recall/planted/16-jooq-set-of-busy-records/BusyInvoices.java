package billing;

import static billing.db.Tables.INVOICE;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jooq.DSLContext;
import org.springframework.stereotype.Component;

@Component
public class BusyInvoices {
    private final Set<Long> inProgress = ConcurrentHashMap.newKeySet(); // finds in-memory-lock

    private final DSLContext dsl;

    public void approve(long invoiceId) {
        if (!inProgress.add(invoiceId)) {
            throw new IllegalStateException("Invoice " + invoiceId + " is being changed");
        }
        try {
            dsl.update(INVOICE).set(INVOICE.STATE, "APPROVED").where(INVOICE.ID.eq(invoiceId)).execute();
        } finally {
            inProgress.remove(invoiceId);
        }
    }
}
