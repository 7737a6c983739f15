package app.locks;

import jakarta.persistence.*;
import java.time.Instant;

@Entity
public class PictureLock {
    @Id
    private Long pictureId;

    private String ownerId;
    private Instant acquiredAt;
    private Instant expiresAt;
}
