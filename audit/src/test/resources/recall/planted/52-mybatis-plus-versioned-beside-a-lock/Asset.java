package facility;

import com.baomidou.mybatisplus.annotation.*;

@TableName("asset")
public class Asset {
    @TableId
    private Long id;

    @Version
    private Integer version;

    private String room;
}
