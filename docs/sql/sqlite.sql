-- The tables of a SQLite store. The store makes them itself when it opens a new file: this page shows what is there, and is
-- the same. Names are bytes: each UTF-16 unit is encoded as in UTF-8, and CAST(name AS TEXT) shows them. Times in the tables are
-- microseconds since 1970, times in app_lock are UTC.

-- One row for each record. A lock is a record of kind LOCK under the name of its resource.
CREATE TABLE record (
  kind TEXT NOT NULL,
  name BLOB NOT NULL,
  version INTEGER NOT NULL,
  stamp INTEGER NOT NULL,
  due INTEGER,
  owner BLOB, -- the first; others are in party
  user BLOB,
  parties INTEGER NOT NULL, -- how many others
  body TEXT NOT NULL,
  PRIMARY KEY (kind, name)
) WITHOUT ROWID;
CREATE INDEX record_owner ON record (owner, kind) WHERE owner IS NOT NULL;
CREATE INDEX record_user ON record (user, kind) WHERE user IS NOT NULL;
CREATE INDEX record_due ON record (kind, due) WHERE due IS NOT NULL;

-- The owners and users of a record beyond the first of each.
CREATE TABLE party (
  kind TEXT NOT NULL,
  name BLOB NOT NULL,
  role TEXT NOT NULL, -- owner or user
  id BLOB NOT NULL,
  PRIMARY KEY (kind, name, role, id)
) WITHOUT ROWID;
CREATE INDEX party_id ON party (id, role, kind);
CREATE TRIGGER record_deleted AFTER DELETE ON record WHEN OLD.parties > 0 BEGIN
  DELETE FROM party WHERE kind = OLD.kind AND name = OLD.name;
END;
CREATE TRIGGER record_updated AFTER UPDATE ON record WHEN OLD.parties > 0 BEGIN
  DELETE FROM party WHERE kind = OLD.kind AND name = OLD.name;
END;

-- The changes, a row for each commit: for watchers, and the history. The last number is the last version assigned.
CREATE TABLE change (
  version INTEGER PRIMARY KEY, -- of the last group; those before it have the numbers before it
  stamp INTEGER NOT NULL,
  events INTEGER NOT NULL, -- how many
  groups TEXT NOT NULL
);

-- The locks as people and reports want them: a row for each hold.
CREATE VIEW app_lock AS
SELECT
  h.lockable_id, h.owner_id, h.lock_type,
  strftime('%Y-%m-%d %H:%M:%f', h.since, 'unixepoch') AS acquired_at,
  strftime('%Y-%m-%d %H:%M:%f', (
    SELECT min(CASE l.key WHEN 'absolute' THEN h.since WHEN 'idle' THEN h.active ELSE h.seen END -- plus its hours, minutes and seconds
      + iif(instr(l.value, 'H'), CAST(substr(l.value, 3) AS REAL), 0) * 3600
      + iif(instr(l.value, 'M'), CAST(substr(l.value, max(instr(l.value, 'H'), 2) + 1) AS REAL), 0) * 60
      + iif(instr(l.value, 'S'),
        CAST(substr(l.value, max(instr(l.value, 'H'), instr(l.value, 'M'), 2) + 1) AS REAL), 0))
    FROM json_each(h.hold, '$.lease') l), 'unixepoch') AS expires_at,
  h.owner_name, h.user_id, h.fence, h.note, h.name
FROM (
  SELECT
    CAST(r.name AS TEXT) AS lockable_id,
    json_extract(e.value, '$.owner.id') AS owner_id,
    coalesce(json_extract(e.value, '$.type'),
      iif(json_extract(e.value, '$.mode') = 'SHARED', 'read', 'exclusive_write')) AS lock_type,
    coalesce(json_extract(e.value, '$.owner.name'), json_extract(e.value, '$.owner.id')) AS owner_name,
    coalesce(json_extract(e.value, '$.owner.user'), '') AS user_id,
    coalesce(nullif(json_extract(e.value, '$.fence'), 0), r.version) AS fence,
    coalesce(json_extract(e.value, '$.note'), '') AS note,
    r.name AS name,
    e.value AS hold,
    iif(json_extract(e.value, '$.since') = '@', r.stamp / 1000000.0,
      (julianday(json_extract(e.value, '$.since')) - 2440587.5) * 86400) AS since,
    iif(coalesce(json_extract(e.value, '$.active'), json_extract(e.value, '$.since')) = '@', r.stamp / 1000000.0,
      (julianday(coalesce(json_extract(e.value, '$.active'), json_extract(e.value, '$.since'))) - 2440587.5) * 86400)
      AS active,
    iif(coalesce(json_extract(e.value, '$.seen'), json_extract(e.value, '$.since')) = '@', r.stamp / 1000000.0,
      (julianday(coalesce(json_extract(e.value, '$.seen'), json_extract(e.value, '$.since'))) - 2440587.5) * 86400)
      AS seen
  FROM record r, json_each(r.body, '$.holds') e
  WHERE r.kind = 'LOCK'
) h;

-- Versions, and so the fences of locks, begin at the clock's time in microseconds, so that they also grow over the loss of the file.
INSERT INTO change (version, stamp, events, groups) VALUES (strftime('%s', 'now') * 1000000, 0, 0, '[]');

-- These two numbers in the header mark the file as a store of this layout.
PRAGMA application_id = 1215261796;
PRAGMA user_version = 1;
