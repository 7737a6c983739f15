package app.policy;

import jakarta.enterprise.context.ConversationScoped;
import jakarta.persistence.*;

@ConversationScoped
public class PolicyConversation {
    @PersistenceContext(type = PersistenceContextType.EXTENDED)
    private EntityManager entityManager;

    private Policy policy;

    public void begin(Long id) {
        policy = entityManager.find(Policy.class, id, LockModeType.PESSIMISTIC_WRITE); // finds row-lock-across-think-time
    }
}
