CREATE TABLE reservation_lock ( -- finds lock-without-timeout
    reservation_id INTEGER NOT NULL PRIMARY KEY,
    lock_owner VARCHAR(64) NOT NULL,
    expires_at TIMESTAMP NOT NULL
);
