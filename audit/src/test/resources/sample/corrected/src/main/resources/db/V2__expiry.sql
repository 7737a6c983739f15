ALTER TABLE record_lock ADD COLUMN expires_at TIMESTAMP NOT NULL DEFAULT NOW() + INTERVAL '2 hours';
DELETE FROM record_lock WHERE expires_at < NOW();
