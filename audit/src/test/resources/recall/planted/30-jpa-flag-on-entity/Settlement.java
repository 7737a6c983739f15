package bank.settlement;

import jakarta.persistence.*;

@Entity
public class Settlement {
    @Id
    private Long id;

    private boolean locked;

    public boolean isLocked() {
        return locked;
    }

    public void setLocked(boolean locked) {
        this.locked = locked;
    }
}
