package billing;

import org.springframework.transaction.annotation.Transactional;

public class InvoiceReview {
    private InvoiceMapper invoiceMapper;
    private Reviewers reviewers;

    @Transactional(timeout = 900)
    public void review(long id) {
        Invoice invoice = invoiceMapper.lockInvoice(id); // finds row-lock-across-think-time
        reviewers.ask(invoice);
    }
}
