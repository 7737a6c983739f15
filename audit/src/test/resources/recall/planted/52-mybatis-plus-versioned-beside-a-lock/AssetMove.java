package facility;

public class AssetMove {
    private AssetMapper assetMapper;

    public void move(Long id, String room) {
        Asset asset = assetMapper.selectById(id);
        asset.setRoom(room);
        assetMapper.updateById(asset); // finds mixed-locking
    }
}
