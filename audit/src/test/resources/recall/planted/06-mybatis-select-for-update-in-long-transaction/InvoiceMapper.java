package billing;

import org.apache.ibatis.annotations.Mapper;

@Mapper
public interface InvoiceMapper {
    Invoice lockInvoice(long id);
}
