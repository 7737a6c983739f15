package login;

import jakarta.persistence.*;

@Entity
public class UserAccount {
    @Id
    private Long id;

    private boolean locked;

    public void onFailedLogin(int failures) {
        if (failures > 3) {
            locked = true;
        }
    }
}
