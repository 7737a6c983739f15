-- Locks on records, by the users who edit them.
CREATE TABLE record_lock (
    record_id   BIGINT       NOT NULL PRIMARY KEY,
    owner_id    VARCHAR(255) NOT NULL,
    acquired_at TIMESTAMP    NOT NULL DEFAULT NOW()
);

CREATE TABLE IF NOT EXISTS "edit_locks" (
    document_id BIGINT    NOT NULL PRIMARY KEY,
    owner_id    VARCHAR(255) NOT NULL,
    lock_type   VARCHAR(20),
    acquired_at TIMESTAMP NOT NULL,
    expires_at  TIMESTAMP NOT NULL
);

CREATE TABLE claim_lock (
    resource   VARCHAR(200) PRIMARY KEY,
    owner_name VARCHAR(255) NOT NULL,
    expires_at TIMESTAMP
);

CREATE TABLE content_locks (
    content_type VARCHAR(30) NOT NULL,
    content_id   BIGINT      NOT NULL,
    user_id      BIGINT      NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    created_at   TIMESTAMP   NOT NULL,
    last_ping    TIMESTAMP   NOT NULL
);

CREATE TABLE article (id BIGINT PRIMARY KEY, title TEXT, locked_by VARCHAR(255));
