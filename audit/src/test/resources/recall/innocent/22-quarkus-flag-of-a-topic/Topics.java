package forum;

import jakarta.transaction.Transactional;

public class Topics {
    @Transactional
    public void lock(Long id) {
        Topic topic = Topic.findById(id);
        topic.locked = true;
    }
}
