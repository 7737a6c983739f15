-- The tables of Holdfast in H2 2.3.232 or later: apply this as an administrator of the database, for example with
--   java -cp h2.jar org.h2.tools.RunScript -url jdbc:h2:./app -user sa -script h2.sql

CREATE SCHEMA IF NOT EXISTS holdfast;

-- Each commit is on its way to the disk before it is answered. By default H2 writes half a second later.
SET WRITE_DELAY 0;

-- Which layouts were applied; the largest number counts.
CREATE TABLE IF NOT EXISTS holdfast.layout (
  number INTEGER PRIMARY KEY,
  applied_at TIMESTAMP WITH TIME ZONE DEFAULT CURRENT_TIMESTAMP NOT NULL
);

-- One row for each record. A lock is a record of kind LOCK under the name of its resource.
-- Times are microseconds since 1970, by the clock of the process that has the database open.
CREATE TABLE IF NOT EXISTS holdfast.record (
  kind CHARACTER VARYING(16) NOT NULL,
  name BINARY VARYING(20000) NOT NULL, -- UTF-8; characters beyond the basic plane as two halves of three bytes each
  version BIGINT NOT NULL,             -- of the change that last wrote it
  stamp BIGINT NOT NULL,               -- the time of that change
  due BIGINT,                          -- when the sweep should look at it
  owner_id CHARACTER VARYING(20000),   -- the first owner it speaks of; others are in party
  user_id CHARACTER VARYING(20000),    -- the first user
  others INTEGER NOT NULL,             -- how many owners and users are in party
  body CHARACTER VARYING(1000000) NOT NULL, -- JSON; "@" stands for the stamp, fence 0 for the version
  PRIMARY KEY (kind, name)
);
CREATE INDEX IF NOT EXISTS holdfast.idx_app_lock_owner ON holdfast.record (owner_id, kind);
CREATE INDEX IF NOT EXISTS holdfast.idx_app_lock_user ON holdfast.record (user_id, kind);
CREATE INDEX IF NOT EXISTS holdfast.idx_app_lock_expires ON holdfast.record (kind, due);

-- The owners and users of a record beyond the first of each.
CREATE TABLE IF NOT EXISTS holdfast.party (
  kind CHARACTER VARYING(16) NOT NULL,
  name BINARY VARYING(20000) NOT NULL,
  role CHARACTER VARYING(5) NOT NULL,  -- owner or user
  id CHARACTER VARYING(20000) NOT NULL,
  PRIMARY KEY (kind, name, role, id)
);
CREATE INDEX IF NOT EXISTS holdfast.party_id ON holdfast.party (id, role, kind);

-- What was done, in the order of the numbers: for those who watch, and the history. A large commit has several rows.
CREATE TABLE IF NOT EXISTS holdfast.change (
  number BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  version BIGINT NOT NULL,             -- of the records that were written, and so the fence of locks
  stamp BIGINT NOT NULL,
  events INTEGER NOT NULL,             -- how many
  told CHARACTER VARYING(1000000) NOT NULL -- JSON
);
CREATE INDEX IF NOT EXISTS holdfast.change_version ON holdfast.change (version);

-- Rows that are locked and never changed, for keys without a record: there is nothing else to lock. A client that changes or checks
-- the record of a key first locks the row of that key, CRC-32 of kind, a slash and name modulo 4096.
CREATE TABLE IF NOT EXISTS holdfast.guard (
  id INTEGER PRIMARY KEY
);
MERGE INTO holdfast.guard (id) KEY (id) SELECT n.i FROM SYSTEM_RANGE(0, 4095) n (i);

-- The locks as people and reports want them: a row for each hold.
CREATE OR REPLACE VIEW holdfast.app_lock AS
SELECT
  m.lockable_id, m.owner_id, m.lock_type,
  DATEADD(MICROSECOND, m.since, TIMESTAMP WITH TIME ZONE '1970-01-01 00:00:00+00') AS acquired_at,
  DATEADD(MICROSECOND, NULLIF(LEAST(
    COALESCE(m.since + m.absolute, 9223372036854775807), COALESCE(m.active + m.idle, 9223372036854775807),
    COALESCE(m.seen + m.grace, 9223372036854775807)), 9223372036854775807), TIMESTAMP WITH TIME ZONE '1970-01-01 00:00:00+00') AS expires_at,
  m.owner_name, m.user_id, m.fence, m.note, m.name
FROM (
  SELECT
    UTF8TOSTRING(t.name) AS lockable_id,
    t.owner_id,
    COALESCE(t.type, CASE t.mode WHEN 'SHARED' THEN 'read' ELSE 'exclusive_write' END) AS lock_type,
    COALESCE(t.owner_name, t.owner_id) AS owner_name,
    COALESCE(t.user_id, '') AS user_id,
    CASE COALESCE(t.fence, 0) WHEN 0 THEN t.version ELSE t.fence END AS fence,
    COALESCE(t.note, '') AS note,
    t.name,
    CASE t.since WHEN '@' THEN t.stamp ELSE
      CAST(EXTRACT(EPOCH FROM CAST(t.since AS TIMESTAMP(6) WITH TIME ZONE)) * 1000000 AS BIGINT) END AS since,
    CASE COALESCE(t.active, t.since) WHEN '@' THEN t.stamp ELSE
      CAST(EXTRACT(EPOCH FROM CAST(COALESCE(t.active, t.since) AS TIMESTAMP(6) WITH TIME ZONE)) * 1000000 AS BIGINT) END AS active,
    CASE COALESCE(t.seen, t.since) WHEN '@' THEN t.stamp ELSE
      CAST(EXTRACT(EPOCH FROM CAST(COALESCE(t.seen, t.since) AS TIMESTAMP(6) WITH TIME ZONE)) * 1000000 AS BIGINT) END AS seen,
    CASE WHEN t.absolute IS NOT NULL THEN (COALESCE(CAST(REGEXP_SUBSTR(t.absolute, '[0-9.]+(?=H)') AS DECIMAL(20, 9)), 0) * 3600
      + COALESCE(CAST(REGEXP_SUBSTR(t.absolute, '[0-9.]+(?=M)') AS DECIMAL(20, 9)), 0) * 60
      + COALESCE(CAST(REGEXP_SUBSTR(t.absolute, '[0-9.]+(?=S)') AS DECIMAL(20, 9)), 0)) * 1000000 END AS absolute,
    CASE WHEN t.idle IS NOT NULL THEN (COALESCE(CAST(REGEXP_SUBSTR(t.idle, '[0-9.]+(?=H)') AS DECIMAL(20, 9)), 0) * 3600
      + COALESCE(CAST(REGEXP_SUBSTR(t.idle, '[0-9.]+(?=M)') AS DECIMAL(20, 9)), 0) * 60
      + COALESCE(CAST(REGEXP_SUBSTR(t.idle, '[0-9.]+(?=S)') AS DECIMAL(20, 9)), 0)) * 1000000 END AS idle,
    CASE WHEN t.grace IS NOT NULL THEN (COALESCE(CAST(REGEXP_SUBSTR(t.grace, '[0-9.]+(?=H)') AS DECIMAL(20, 9)), 0) * 3600
      + COALESCE(CAST(REGEXP_SUBSTR(t.grace, '[0-9.]+(?=M)') AS DECIMAL(20, 9)), 0) * 60
      + COALESCE(CAST(REGEXP_SUBSTR(t.grace, '[0-9.]+(?=S)') AS DECIMAL(20, 9)), 0)) * 1000000 END AS grace
  FROM (
    SELECT
      l.name, l.version, l.stamp,
      STRINGDECODE(SUBSTRING(CAST((l.hold)."owner"."id" AS CHARACTER VARYING), 2, CHAR_LENGTH(CAST((l.hold)."owner"."id" AS CHARACTER VARYING)) - 2)) AS owner_id,
      STRINGDECODE(SUBSTRING(CAST((l.hold)."owner"."name" AS CHARACTER VARYING), 2, CHAR_LENGTH(CAST((l.hold)."owner"."name" AS CHARACTER VARYING)) - 2)) AS owner_name,
      STRINGDECODE(SUBSTRING(CAST((l.hold)."owner"."user" AS CHARACTER VARYING), 2, CHAR_LENGTH(CAST((l.hold)."owner"."user" AS CHARACTER VARYING)) - 2)) AS user_id,
      STRINGDECODE(SUBSTRING(CAST((l.hold)."mode" AS CHARACTER VARYING), 2, CHAR_LENGTH(CAST((l.hold)."mode" AS CHARACTER VARYING)) - 2)) AS mode,
      STRINGDECODE(SUBSTRING(CAST((l.hold)."type" AS CHARACTER VARYING), 2, CHAR_LENGTH(CAST((l.hold)."type" AS CHARACTER VARYING)) - 2)) AS type,
      STRINGDECODE(SUBSTRING(CAST((l.hold)."note" AS CHARACTER VARYING), 2, CHAR_LENGTH(CAST((l.hold)."note" AS CHARACTER VARYING)) - 2)) AS note,
      STRINGDECODE(SUBSTRING(CAST((l.hold)."since" AS CHARACTER VARYING), 2, CHAR_LENGTH(CAST((l.hold)."since" AS CHARACTER VARYING)) - 2)) AS since,
      STRINGDECODE(SUBSTRING(CAST((l.hold)."active" AS CHARACTER VARYING), 2, CHAR_LENGTH(CAST((l.hold)."active" AS CHARACTER VARYING)) - 2)) AS active,
      STRINGDECODE(SUBSTRING(CAST((l.hold)."seen" AS CHARACTER VARYING), 2, CHAR_LENGTH(CAST((l.hold)."seen" AS CHARACTER VARYING)) - 2)) AS seen,
      STRINGDECODE(SUBSTRING(CAST((l.hold)."lease"."absolute" AS CHARACTER VARYING), 2, CHAR_LENGTH(CAST((l.hold)."lease"."absolute" AS CHARACTER VARYING)) - 2)) AS absolute,
      STRINGDECODE(SUBSTRING(CAST((l.hold)."lease"."idle" AS CHARACTER VARYING), 2, CHAR_LENGTH(CAST((l.hold)."lease"."idle" AS CHARACTER VARYING)) - 2)) AS idle,
      STRINGDECODE(SUBSTRING(CAST((l.hold)."lease"."grace" AS CHARACTER VARYING), 2, CHAR_LENGTH(CAST((l.hold)."lease"."grace" AS CHARACTER VARYING)) - 2)) AS grace,
      CAST(CAST((l.hold)."fence" AS CHARACTER VARYING) AS BIGINT) AS fence
    FROM (
      -- No hold takes less than 40 characters.
      SELECT r.name, r.version, r.stamp, ARRAY_GET((r.body FORMAT JSON)."holds", n.i) AS hold
      FROM holdfast.record r LEFT JOIN SYSTEM_RANGE(1, 25000) n (i) ON n.i <= CHAR_LENGTH(r.body) / 40 + 1
      WHERE r.kind = 'LOCK'
    ) l
    WHERE l.hold IS NOT NULL
  ) t
) m;

MERGE INTO holdfast.layout (number) KEY (number) VALUES (1);

-- What a user needs who uses locks but may not make tables.
-- GRANT SELECT ON holdfast.layout TO app;
-- GRANT SELECT, UPDATE ON holdfast.guard TO app;
-- GRANT SELECT, INSERT, UPDATE, DELETE ON holdfast.record TO app;
-- GRANT SELECT, INSERT, DELETE ON holdfast.party TO app;
-- GRANT SELECT, INSERT, DELETE ON holdfast.change TO app;

-- What a user needs who only looks.
-- GRANT SELECT ON holdfast.app_lock TO reports;
