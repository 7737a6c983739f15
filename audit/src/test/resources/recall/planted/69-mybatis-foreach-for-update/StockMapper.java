package depot;

import java.util.List;
import org.apache.ibatis.annotations.*;

@Mapper
public interface StockMapper {
    List<Stock> lockAll(@Param("ids") List<Long> ids);
}
