package facility;

import com.baomidou.mybatisplus.core.mapper.BaseMapper;

public interface AssetMapper extends BaseMapper<Asset> {}
