package crm;

import org.apache.ibatis.annotations.Mapper;

@Mapper
public interface CustomerMapper {
    Customer load(long id);

    int store(Customer customer);
}
