package app.locks;

import jakarta.persistence.*;
import java.time.Instant;

@Entity
public class PictureLock { // finds lock-without-owner
    @Id
    private Long pictureId;

    private Instant acquiredAt;
    private Instant expiresAt;
}
