-- The game's own tables. Times are milliseconds since 1970.
CREATE TABLE IF NOT EXISTS users (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL UNIQUE
);
CREATE TABLE IF NOT EXISTS sessions (
  hash TEXT PRIMARY KEY,          -- of what is in the cookie
  user_id TEXT NOT NULL REFERENCES users(id) ON DELETE CASCADE
);
CREATE TABLE IF NOT EXISTS scenes (
  id TEXT PRIMARY KEY,
  title TEXT NOT NULL,
  game_master TEXT NOT NULL REFERENCES users(id) ON DELETE CASCADE,
  one_at_a_time INTEGER NOT NULL DEFAULT 0
);
CREATE TABLE IF NOT EXISTS characters (
  id TEXT PRIMARY KEY,
  scene_id TEXT NOT NULL REFERENCES scenes(id) ON DELETE CASCADE,
  user_id TEXT NOT NULL REFERENCES users(id) ON DELETE CASCADE,
  name TEXT NOT NULL
);
CREATE INDEX IF NOT EXISTS idx_characters_scene ON characters(scene_id);
CREATE INDEX IF NOT EXISTS idx_characters_user ON characters(user_id);
CREATE TABLE IF NOT EXISTS posts (
  id TEXT PRIMARY KEY,
  scene_id TEXT NOT NULL REFERENCES scenes(id) ON DELETE CASCADE,
  number INTEGER NOT NULL,
  character_id TEXT REFERENCES characters(id) ON DELETE SET NULL,
  character_name TEXT NOT NULL,
  user_id TEXT REFERENCES users(id) ON DELETE SET NULL,
  content TEXT NOT NULL,
  intention TEXT,
  modifier INTEGER,
  hidden INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  lock_id TEXT NOT NULL UNIQUE,   -- of the hold under which it was written: one lock, one post
  fence INTEGER NOT NULL,
  UNIQUE (scene_id, number)
);
CREATE TABLE IF NOT EXISTS witnesses (
  post_id TEXT NOT NULL REFERENCES posts(id) ON DELETE CASCADE,
  user_id TEXT NOT NULL REFERENCES users(id) ON DELETE CASCADE,
  PRIMARY KEY (post_id, user_id)
);

-- Locks and drafts as the game's own queries and reports want them. Holdfast's table decides; triggers write these in the same
-- transaction, by every program that changes a lock. lock_id is a hash: its readers cannot post in another's name.
CREATE TABLE IF NOT EXISTS compose_locks (
  lock_id TEXT PRIMARY KEY,
  scene_id TEXT NOT NULL REFERENCES scenes(id) ON DELETE CASCADE,
  character_id TEXT NOT NULL REFERENCES characters(id) ON DELETE CASCADE,
  user_id TEXT NOT NULL REFERENCES users(id) ON DELETE CASCADE,
  acquired_at INTEGER NOT NULL,
  last_activity_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  UNIQUE (scene_id, character_id)
);
CREATE INDEX IF NOT EXISTS idx_compose_locks_expiration ON compose_locks(expires_at);
CREATE INDEX IF NOT EXISTS idx_compose_locks_user ON compose_locks(user_id);
CREATE TABLE IF NOT EXISTS compose_drafts (
  scene_id TEXT NOT NULL REFERENCES scenes(id) ON DELETE CASCADE,
  character_id TEXT NOT NULL REFERENCES characters(id) ON DELETE CASCADE,
  user_id TEXT NOT NULL REFERENCES users(id) ON DELETE CASCADE,
  content TEXT NOT NULL CHECK (json_valid(content)),
  updated_at INTEGER NOT NULL,
  PRIMARY KEY (scene_id, character_id)
);

-- The one hold of a lock on scene/SCENE/character/CHARACTER, if it has one.
CREATE VIEW IF NOT EXISTS compose_holds AS
SELECT CAST(r.name AS TEXT) AS resource,
  substr(CAST(r.name AS TEXT), 7, 36) AS scene_id,
  substr(CAST(r.name AS TEXT), -36) AS character_id,
  json_extract(r.body, '$.holds[0].owner.user') AS user_id,
  json_extract(r.body, '$.holds[0].entries[0]') AS hash,
  CASE json_extract(r.body, '$.holds[0].since') WHEN '@' THEN r.stamp / 1000
    ELSE CAST(unixepoch(json_extract(r.body, '$.holds[0].since'), 'subsec') * 1000 AS INTEGER) END AS acquired_at,
  CASE coalesce(json_extract(r.body, '$.holds[0].active'), json_extract(r.body, '$.holds[0].since'))
    WHEN '@' THEN r.stamp / 1000
    ELSE CAST(unixepoch(coalesce(json_extract(r.body, '$.holds[0].active'), json_extract(r.body, '$.holds[0].since')),
      'subsec') * 1000 AS INTEGER) END AS last_activity_at
FROM record r
WHERE r.kind = 'LOCK' AND r.name >= CAST('scene/' AS BLOB) AND r.name < CAST('scene0' AS BLOB)
  AND json_extract(r.body, '$.holds[0].entries[0]') IS NOT NULL;

-- Rows that no lock stands behind, such as those that were written by hand.
CREATE VIEW IF NOT EXISTS compose_strays AS
SELECT l.lock_id, l.expires_at FROM compose_locks l
WHERE replace(l.lock_id, '-', '') NOT IN (SELECT h.hash FROM compose_holds h);

-- What is to be done when a lock was written. SQLite wants a trigger for each way of writing; both put the name in here.
CREATE VIEW IF NOT EXISTS compose_lock_written AS SELECT '' AS resource WHERE false;
CREATE TRIGGER IF NOT EXISTS compose_lock_shown INSTEAD OF INSERT ON compose_lock_written BEGIN
  DELETE FROM compose_locks
  WHERE scene_id = substr(NEW.resource, 7, 36) AND character_id = substr(NEW.resource, -36)
    AND replace(lock_id, '-', '') NOT IN (SELECT hash FROM compose_holds WHERE resource = NEW.resource);
  INSERT INTO compose_locks (lock_id, scene_id, character_id, user_id, acquired_at, last_activity_at, expires_at)
  SELECT substr(h.hash, 1, 8) || '-' || substr(h.hash, 9, 4) || '-' || substr(h.hash, 13, 4) || '-' || substr(h.hash, 17, 4)
      || '-' || substr(h.hash, 21), h.scene_id, h.character_id, h.user_id, h.acquired_at, h.last_activity_at,
    h.last_activity_at + 600000
  FROM compose_holds h JOIN characters c ON c.id = h.character_id AND c.scene_id = h.scene_id JOIN users u ON u.id = h.user_id
  WHERE h.resource = NEW.resource
  ON CONFLICT (scene_id, character_id) DO UPDATE SET
    last_activity_at = excluded.last_activity_at, expires_at = excluded.expires_at;
END;
CREATE TRIGGER IF NOT EXISTS compose_lock_made AFTER INSERT ON record
WHEN NEW.kind = 'LOCK' AND (CAST(NEW.name AS TEXT) GLOB 'scene/????????-????-????-????-????????????/character/????????-????-????-????-????????????'
  OR CAST(NEW.name AS TEXT) GLOB 'scene/????????-????-????-????-????????????/turn/????????-????-????-????-????????????') BEGIN
  INSERT INTO compose_lock_written (resource) VALUES (CAST(NEW.name AS TEXT));
END;
CREATE TRIGGER IF NOT EXISTS compose_lock_changed AFTER UPDATE ON record
WHEN NEW.kind = 'LOCK' AND (CAST(NEW.name AS TEXT) GLOB 'scene/????????-????-????-????-????????????/character/????????-????-????-????-????????????'
  OR CAST(NEW.name AS TEXT) GLOB 'scene/????????-????-????-????-????????????/turn/????????-????-????-????-????????????') BEGIN
  INSERT INTO compose_lock_written (resource) VALUES (CAST(NEW.name AS TEXT));
END;
CREATE TRIGGER IF NOT EXISTS compose_lock_gone AFTER DELETE ON record
WHEN OLD.kind = 'LOCK' AND (CAST(OLD.name AS TEXT) GLOB 'scene/????????-????-????-????-????????????/character/????????-????-????-????-????????????'
  OR CAST(OLD.name AS TEXT) GLOB 'scene/????????-????-????-????-????????????/turn/????????-????-????-????-????????????') BEGIN
  DELETE FROM compose_locks
  WHERE scene_id = substr(CAST(OLD.name AS TEXT), 7, 36) AND character_id = substr(CAST(OLD.name AS TEXT), -36);
END;
-- The other way round, when a scene, character or user is deleted: what no user can reach any more is gone with it.
CREATE TRIGGER IF NOT EXISTS compose_lock_deleted AFTER DELETE ON compose_locks BEGIN
  DELETE FROM record WHERE kind = 'LOCK'
    AND name IN (CAST('scene/' || OLD.scene_id || '/character/' || OLD.character_id AS BLOB),
      CAST('scene/' || OLD.scene_id || '/turn/' || OLD.character_id AS BLOB))
    AND instr(body, replace(OLD.lock_id, '-', '')) > 0;
END;

-- A draft's record is named by its resource, a line feed and its author.
CREATE VIEW IF NOT EXISTS compose_draft_written AS SELECT '' AS body, 0 AS stamp WHERE false;
CREATE TRIGGER IF NOT EXISTS compose_draft_shown INSTEAD OF INSERT ON compose_draft_written BEGIN
  INSERT INTO compose_drafts (scene_id, character_id, user_id, content, updated_at)
  SELECT c.scene_id, c.id, u.id,
    CASE WHEN json_valid(json_extract(NEW.body, '$.content')) THEN json_extract(NEW.body, '$.content')
      ELSE json_quote(json_extract(NEW.body, '$.content')) END, NEW.stamp / 1000
  FROM characters c, users u
  WHERE c.scene_id = substr(json_extract(NEW.body, '$.resource'), 7, 36)
    AND c.id = substr(json_extract(NEW.body, '$.resource'), -36) AND u.id = json_extract(NEW.body, '$.user')
  ON CONFLICT (scene_id, character_id) DO UPDATE SET
    user_id = excluded.user_id, content = excluded.content, updated_at = excluded.updated_at;
END;
CREATE TRIGGER IF NOT EXISTS compose_draft_made AFTER INSERT ON record
WHEN NEW.kind = 'DRAFT' AND (CAST(NEW.name AS TEXT) GLOB 'scene/????????-????-????-????-????????????/character/????????-????-????-????-????????????' || char(10) || '????????-????-????-????-????????????'
  OR CAST(NEW.name AS TEXT) GLOB 'scene/????????-????-????-????-????????????/turn/????????-????-????-????-????????????' || char(10) || '????????-????-????-????-????????????') BEGIN
  INSERT INTO compose_draft_written (body, stamp) VALUES (NEW.body, NEW.stamp);
END;
CREATE TRIGGER IF NOT EXISTS compose_draft_changed AFTER UPDATE ON record
WHEN NEW.kind = 'DRAFT' AND (CAST(NEW.name AS TEXT) GLOB 'scene/????????-????-????-????-????????????/character/????????-????-????-????-????????????' || char(10) || '????????-????-????-????-????????????'
  OR CAST(NEW.name AS TEXT) GLOB 'scene/????????-????-????-????-????????????/turn/????????-????-????-????-????????????' || char(10) || '????????-????-????-????-????????????') BEGIN
  INSERT INTO compose_draft_written (body, stamp) VALUES (NEW.body, NEW.stamp);
END;
CREATE TRIGGER IF NOT EXISTS compose_draft_gone AFTER DELETE ON record
WHEN OLD.kind = 'DRAFT' AND (CAST(OLD.name AS TEXT) GLOB 'scene/????????-????-????-????-????????????/character/????????-????-????-????-????????????' || char(10) || '????????-????-????-????-????????????'
  OR CAST(OLD.name AS TEXT) GLOB 'scene/????????-????-????-????-????????????/turn/????????-????-????-????-????????????' || char(10) || '????????-????-????-????-????????????') BEGIN
  DELETE FROM compose_drafts WHERE scene_id = substr(json_extract(OLD.body, '$.resource'), 7, 36)
    AND character_id = substr(json_extract(OLD.body, '$.resource'), -36) AND user_id = json_extract(OLD.body, '$.user');
END;
CREATE TRIGGER IF NOT EXISTS compose_draft_deleted AFTER DELETE ON compose_drafts BEGIN
  DELETE FROM record WHERE kind = 'DRAFT'
    AND name IN (CAST('scene/' || OLD.scene_id || '/character/' || OLD.character_id || char(10) || OLD.user_id AS BLOB),
      CAST('scene/' || OLD.scene_id || '/turn/' || OLD.character_id || char(10) || OLD.user_id AS BLOB));
END;
