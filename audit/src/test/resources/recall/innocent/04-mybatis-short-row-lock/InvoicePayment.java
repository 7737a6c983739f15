package billing;

import org.springframework.transaction.annotation.Transactional;

public class InvoicePayment {
    private InvoiceMapper invoiceMapper;

    @Transactional(timeout = 10)
    public void pay(long id) {
        invoiceMapper.lockInvoice(id).pay();
    }
}
