package game;

import jakarta.persistence.LockModeType;
import jakarta.transaction.Transactional;

public class PointsResource {
    @Transactional
    public void move(Long sourceId, Long targetId, int points) {
        Player source = Player.findById(sourceId, LockModeType.PESSIMISTIC_WRITE);
        Player target = Player.findById(targetId, LockModeType.PESSIMISTIC_WRITE); // finds unordered-locks
        source.points -= points;
        target.points += points;
    }
}
