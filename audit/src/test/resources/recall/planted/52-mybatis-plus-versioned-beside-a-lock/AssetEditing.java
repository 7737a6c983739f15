package facility;

public class AssetEditing {
    private AssetMapper assetMapper;
    private LockManager lockManager;

    public void edit(Asset asset, String user) {
        lockManager.acquireLock("asset/" + asset.getId(), user);
        assetMapper.updateById(asset);
        lockManager.releaseLock("asset/" + asset.getId(), user);
    }
}
