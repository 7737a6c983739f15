package login;

import org.springframework.data.jpa.repository.*;

public interface Logins extends JpaRepository<UserAccount, Long> {
    @Modifying
    @Query("update UserAccount u set u.locked = true where u.failures > 3")
    int lockAfterFailures();
}
