package shop.order;

import org.apache.ibatis.annotations.Mapper;
import org.apache.ibatis.annotations.Select;

@Mapper
public interface OrderMapper {
    @Select("select * from orders where order_no = #{no}")
    Order selectByNo(String no);

    int updateByPrimaryKey(Order order);
}
