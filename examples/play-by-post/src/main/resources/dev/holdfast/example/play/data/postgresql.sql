-- The game's own tables. The application's own times are milliseconds since 1970.
CREATE TABLE IF NOT EXISTS users (
  id uuid PRIMARY KEY,
  name text NOT NULL UNIQUE
);
CREATE TABLE IF NOT EXISTS sessions (
  hash text PRIMARY KEY,          -- of what is in the cookie
  user_id uuid NOT NULL REFERENCES users(id) ON DELETE CASCADE
);
CREATE TABLE IF NOT EXISTS scenes (
  id uuid PRIMARY KEY,
  title text NOT NULL,
  game_master uuid NOT NULL REFERENCES users(id) ON DELETE CASCADE,
  one_at_a_time boolean NOT NULL DEFAULT false
);
CREATE TABLE IF NOT EXISTS characters (
  id uuid PRIMARY KEY,
  scene_id uuid NOT NULL REFERENCES scenes(id) ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES users(id) ON DELETE CASCADE,
  name text NOT NULL
);
CREATE INDEX IF NOT EXISTS idx_characters_scene ON characters(scene_id);
CREATE INDEX IF NOT EXISTS idx_characters_user ON characters(user_id);
CREATE TABLE IF NOT EXISTS posts (
  id uuid PRIMARY KEY,
  scene_id uuid NOT NULL REFERENCES scenes(id) ON DELETE CASCADE,
  number bigint NOT NULL,
  character_id uuid REFERENCES characters(id) ON DELETE SET NULL,
  character_name text NOT NULL,
  user_id uuid REFERENCES users(id) ON DELETE SET NULL,
  content text NOT NULL,
  intention text,
  modifier bigint,
  hidden boolean NOT NULL,
  created_at bigint NOT NULL,
  lock_id uuid NOT NULL UNIQUE,   -- of the hold under which it was written: one lock, one post
  fence bigint NOT NULL,
  UNIQUE (scene_id, number)
);
CREATE TABLE IF NOT EXISTS witnesses (
  post_id uuid NOT NULL REFERENCES posts(id) ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES users(id) ON DELETE CASCADE,
  PRIMARY KEY (post_id, user_id)
);

-- Locks and drafts as the game's own queries and reports want them. Holdfast's table decides; triggers write these in the same
-- transaction, by every program that changes a lock. lock_id is a hash: its readers cannot post in another's name.
CREATE TABLE IF NOT EXISTS compose_locks (
  lock_id uuid PRIMARY KEY,
  scene_id uuid NOT NULL REFERENCES scenes(id) ON DELETE CASCADE,
  character_id uuid NOT NULL REFERENCES characters(id) ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES users(id) ON DELETE CASCADE,
  acquired_at timestamptz NOT NULL,
  last_activity_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  UNIQUE (scene_id, character_id)
);
CREATE INDEX IF NOT EXISTS idx_compose_locks_expiration ON compose_locks(expires_at);
CREATE INDEX IF NOT EXISTS idx_compose_locks_user ON compose_locks(user_id);
CREATE TABLE IF NOT EXISTS compose_drafts (
  scene_id uuid NOT NULL REFERENCES scenes(id) ON DELETE CASCADE,
  character_id uuid NOT NULL REFERENCES characters(id) ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES users(id) ON DELETE CASCADE,
  content jsonb NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (scene_id, character_id)
);

CREATE OR REPLACE FUNCTION compose_moment(written text, stamp timestamptz) RETURNS timestamptz
LANGUAGE sql STABLE AS $$ SELECT CASE written WHEN '@' THEN stamp ELSE written::timestamptz END $$;

-- A draft is the page's form as JSON; what another client wrote as plain text is kept as a JSON text.
CREATE OR REPLACE FUNCTION compose_json(content text) RETURNS jsonb LANGUAGE plpgsql AS $$
BEGIN
  RETURN content::jsonb;
EXCEPTION WHEN invalid_text_representation OR untranslatable_character THEN
  RETURN to_jsonb(content);
END $$;

CREATE OR REPLACE FUNCTION compose_show_lock() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  resource text := convert_from(CASE TG_OP WHEN 'DELETE' THEN OLD.name ELSE NEW.name END, 'UTF8');
  scene uuid;
  composer uuid;
  hold jsonb := CASE TG_OP WHEN 'DELETE' THEN NULL ELSE NEW.body::jsonb #> '{holds,0}' END;
  hash uuid := (hold #>> '{entries,0}')::uuid;
  active timestamptz;
BEGIN
  IF resource !~ '^scene/[0-9a-f-]{36}/(character|turn)/[0-9a-f-]{36}$' THEN
    RETURN NULL; -- not a character's
  END IF;
  scene := substr(resource, 7, 36)::uuid;
  composer := right(resource, 36)::uuid;
  DELETE FROM compose_locks l
  WHERE l.scene_id = scene AND l.character_id = composer AND l.lock_id IS DISTINCT FROM hash;
  IF hash IS NOT NULL THEN
    active := compose_moment(coalesce(hold ->> 'active', hold ->> 'since'), NEW.stamp);
    INSERT INTO compose_locks (lock_id, scene_id, character_id, user_id, acquired_at, last_activity_at, expires_at)
    SELECT hash, c.scene_id, c.id, u.id, compose_moment(hold ->> 'since', NEW.stamp), active, active + interval '10 minutes'
    FROM characters c, users u
    WHERE c.id = composer AND c.scene_id = scene AND u.id = (hold #>> '{owner,user}')::uuid
    ON CONFLICT (scene_id, character_id) DO UPDATE SET
      last_activity_at = excluded.last_activity_at, expires_at = excluded.expires_at;
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION compose_show_draft() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  draft jsonb := CASE TG_OP WHEN 'DELETE' THEN OLD.body ELSE NEW.body END;
  scene uuid;
  composer uuid;
  author uuid;
BEGIN
  IF draft ->> 'resource' !~ '^scene/[0-9a-f-]{36}/(character|turn)/[0-9a-f-]{36}$' THEN
    RETURN NULL; -- not a character's
  END IF;
  scene := substr(draft ->> 'resource', 7, 36)::uuid;
  composer := right(draft ->> 'resource', 36)::uuid;
  author := (draft ->> 'user')::uuid;
  IF TG_OP = 'DELETE' THEN
    DELETE FROM compose_drafts d WHERE d.scene_id = scene AND d.character_id = composer AND d.user_id = author;
  ELSE
    INSERT INTO compose_drafts (scene_id, character_id, user_id, content, updated_at)
    SELECT c.scene_id, c.id, u.id, compose_json(draft ->> 'content'), NEW.stamp
    FROM characters c, users u WHERE c.id = composer AND c.scene_id = scene AND u.id = author
    ON CONFLICT (scene_id, character_id) DO UPDATE SET
      user_id = excluded.user_id, content = excluded.content, updated_at = excluded.updated_at;
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER compose_lock_shown AFTER INSERT OR UPDATE ON holdfast.record
  FOR EACH ROW WHEN (NEW.kind = 'LOCK' AND NEW.name >= 'scene/'::bytea AND NEW.name < 'scene0'::bytea)
  EXECUTE FUNCTION compose_show_lock();
CREATE OR REPLACE TRIGGER compose_lock_gone AFTER DELETE ON holdfast.record
  FOR EACH ROW WHEN (OLD.kind = 'LOCK' AND OLD.name >= 'scene/'::bytea AND OLD.name < 'scene0'::bytea)
  EXECUTE FUNCTION compose_show_lock();
CREATE OR REPLACE TRIGGER compose_draft_shown AFTER INSERT OR UPDATE ON holdfast.record
  FOR EACH ROW WHEN (NEW.kind = 'DRAFT' AND NEW.name >= 'scene/'::bytea AND NEW.name < 'scene0'::bytea)
  EXECUTE FUNCTION compose_show_draft();
CREATE OR REPLACE TRIGGER compose_draft_gone AFTER DELETE ON holdfast.record
  FOR EACH ROW WHEN (OLD.kind = 'DRAFT' AND OLD.name >= 'scene/'::bytea AND OLD.name < 'scene0'::bytea)
  EXECUTE FUNCTION compose_show_draft();

-- The other way round, when a scene, character or user is deleted: what no user can reach any more is gone with it.
CREATE OR REPLACE FUNCTION compose_end_lock() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM holdfast.record r WHERE r.kind = 'LOCK'
    AND r.name IN (convert_to('scene/' || OLD.scene_id || '/character/' || OLD.character_id, 'UTF8'),
      convert_to('scene/' || OLD.scene_id || '/turn/' || OLD.character_id, 'UTF8'))
    AND position(replace(OLD.lock_id::text, '-', '') IN r.body) > 0;
  RETURN NULL;
END $$;
CREATE OR REPLACE FUNCTION compose_end_draft() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM holdfast.record r WHERE r.kind = 'DRAFT'
    AND r.name IN (convert_to('scene/' || OLD.scene_id || '/character/' || OLD.character_id || E'\n' || OLD.user_id, 'UTF8'),
      convert_to('scene/' || OLD.scene_id || '/turn/' || OLD.character_id || E'\n' || OLD.user_id, 'UTF8'));
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER compose_lock_deleted AFTER DELETE ON compose_locks
  FOR EACH ROW EXECUTE FUNCTION compose_end_lock();
CREATE OR REPLACE TRIGGER compose_draft_deleted AFTER DELETE ON compose_drafts
  FOR EACH ROW EXECUTE FUNCTION compose_end_draft();

-- Rows that no lock stands behind, such as those that were written by hand.
CREATE OR REPLACE VIEW compose_strays AS
SELECT l.lock_id, l.expires_at FROM compose_locks l
WHERE NOT EXISTS (SELECT 1 FROM holdfast.record r
  WHERE r.kind = 'LOCK'
    AND r.name IN (convert_to('scene/' || l.scene_id || '/character/' || l.character_id, 'UTF8'),
      convert_to('scene/' || l.scene_id || '/turn/' || l.character_id, 'UTF8'))
    AND (r.body::jsonb #>> '{holds,0,entries,0}')::uuid = l.lock_id);
