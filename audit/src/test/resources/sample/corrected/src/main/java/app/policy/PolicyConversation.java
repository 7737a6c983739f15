package app.policy;

import jakarta.enterprise.context.ConversationScoped;
import jakarta.persistence.*;

@ConversationScoped
public class PolicyConversation {
    @PersistenceContext
    private EntityManager entityManager;

    private Policy policy;

    public void begin(Long id) {
        policy = entityManager.find(Policy.class, id);
    }
}
