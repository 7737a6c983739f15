-- The tables of Holdfast in PostgreSQL 13 or later: apply this as their owner, in one transaction, to a database with the encoding
-- UTF8. For a schema of another name replace the word holdfast, and name it in the address: ?schema=NAME.

CREATE SCHEMA IF NOT EXISTS holdfast;

-- Which layouts were applied; the largest number counts.
CREATE TABLE holdfast.layout (
  number integer PRIMARY KEY,
  applied_at timestamptz NOT NULL DEFAULT clock_timestamp()
);

-- The versions of records, and so the fences of locks. They begin at the clock's time in microseconds, so that they also grow
-- over the loss of the database.
CREATE SEQUENCE holdfast.version;
SELECT setval('holdfast.version', (extract(epoch FROM clock_timestamp()) * 1000000)::bigint);

-- One row for each record. A lock is a record of kind LOCK under the name of its resource.
CREATE TABLE holdfast.record (
  kind text COLLATE "C" NOT NULL,
  name bytea NOT NULL,          -- UTF-8; characters beyond the basic plane as two halves of three bytes each
  version bigint NOT NULL,      -- of the change that last wrote it
  stamp timestamptz NOT NULL,   -- the time of that change, by this server's clock
  due timestamptz,              -- when the sweep should look at it
  owner_id text COLLATE "C",    -- the first owner it speaks of; others are in party
  user_id text COLLATE "C",     -- the first user
  others integer NOT NULL,      -- how many owners and users are in party
  body text NOT NULL,           -- JSON; "@" stands for the stamp, fence 0 for the version
  PRIMARY KEY (kind, name)
) WITH (
  autovacuum_vacuum_scale_factor = 0.05,
  autovacuum_vacuum_threshold = 2000,
  autovacuum_analyze_scale_factor = 0.2,
  autovacuum_vacuum_cost_delay = 0
);
CREATE INDEX idx_app_lock_owner ON holdfast.record (owner_id, kind) WHERE owner_id IS NOT NULL;
CREATE INDEX idx_app_lock_user ON holdfast.record (user_id, kind) WHERE user_id IS NOT NULL;
CREATE INDEX idx_app_lock_expires ON holdfast.record (due, kind) WHERE due IS NOT NULL;

-- The owners and users of a record beyond the first of each.
CREATE TABLE holdfast.party (
  kind text COLLATE "C" NOT NULL,
  name bytea NOT NULL,
  role text COLLATE "C" NOT NULL CHECK (role IN ('owner', 'user')),
  id text COLLATE "C" NOT NULL,
  PRIMARY KEY (kind, name, role, id)
);
CREATE INDEX party_id ON holdfast.party (id, role, kind);

CREATE FUNCTION holdfast.forget_parties() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM holdfast.party WHERE kind = OLD.kind AND name = OLD.name;
  RETURN NULL;
END $$;
CREATE TRIGGER record_deleted AFTER DELETE ON holdfast.record
  FOR EACH ROW WHEN (OLD.others > 0) EXECUTE FUNCTION holdfast.forget_parties();
CREATE TRIGGER record_updated AFTER UPDATE ON holdfast.record
  FOR EACH ROW WHEN (OLD.others > 0 AND NEW.others = 0) EXECUTE FUNCTION holdfast.forget_parties();

-- What was done, a row for each commit: for those who watch, and the history.
CREATE TABLE holdfast.change (
  xact xid8 NOT NULL,           -- the transaction: who knows which ones were over at a moment, knows which rows are new since
  version bigint NOT NULL,
  stamp timestamptz NOT NULL,
  events integer NOT NULL,      -- how many
  groups text NOT NULL,         -- JSON; if the change is not news for all who wait, it begins with "quiet"
  PRIMARY KEY (xact, version)
) WITH (
  autovacuum_vacuum_scale_factor = 0.1,
  autovacuum_vacuum_threshold = 5000,
  autovacuum_vacuum_cost_delay = 0
);
ALTER TABLE holdfast.change ALTER COLUMN groups SET STORAGE EXTERNAL; -- compressing takes longer than writing

-- What was committed at the last moment when the list of changes was shortened.
CREATE TABLE holdfast.horizon (
  seen pg_snapshot NOT NULL,
  since timestamptz NOT NULL
);
INSERT INTO holdfast.horizon VALUES (pg_current_snapshot(), clock_timestamp());

-- Who listens for changes, until when; without a listener no notification is sent.
CREATE TABLE holdfast.listener (
  id text COLLATE "C" PRIMARY KEY,
  until timestamptz NOT NULL
);

-- Shortens the list of changes: to the newest 10,000 events and, for those who watch, to all that was committed in the last
-- five seconds. A client that looked longer ago looks at all records.
CREATE FUNCTION holdfast.shorten() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  last holdfast.horizon;
  oldest bigint;
BEGIN
  IF NOT pg_try_advisory_xact_lock('holdfast.horizon'::regclass::oid::bigint) THEN
    RETURN; -- another client does it
  END IF;
  SELECT * INTO last FROM holdfast.horizon;
  IF last.since > clock_timestamp() - interval '5 seconds' THEN
    RETURN;
  END IF;
  SELECT c.version INTO oldest
  FROM (SELECT h.version, sum(h.events) OVER (ORDER BY h.version DESC) AS newest FROM holdfast.change h) c
  WHERE c.newest >= 10000 ORDER BY c.version DESC LIMIT 1;
  DELETE FROM holdfast.change c
  WHERE (c.events = 0 OR c.version < oldest) AND pg_visible_in_snapshot(c.xact, last.seen);
  UPDATE holdfast.horizon SET seen = pg_current_snapshot(), since = clock_timestamp();
END $$;

-- Applies a batch of groups of changes, each whose expected versions all hold. Never waits: a group with a key that another client
-- else is changing is busy. No key that is written occurs twice in a batch.
--   of_group: the group of each change, counted from 1; acts: 0 check, 1 write, 2 delete; locks: a number for each key
--   expected: the version that the record has to have, 0 for none; fixed, after: when it is due, in seconds since 1970, or
--   after the change, the earlier one counts; party_of: the number of the change; event_counts, told: of each group
--   makes, updates, deletes: whether any change does so
-- The first row of the answer has the version and the time of all that was applied. Then for each group that was not: item is
-- its number, version 0 for a conflict and -1 for busy; and for each record that a group in conflict named: item is the
-- negative number of the change.
CREATE FUNCTION holdfast.apply(
  of_group integer[], acts integer[], kinds text[], names bytea[], locks bigint[], expected bigint[],
  bodies text[], owner_ids text[], user_ids text[], other_counts integer[], fixed float8[], after float8[],
  party_of integer[], party_roles text[], party_ids text[], event_counts integer[], told text[],
  makes boolean, updates boolean, deletes boolean)
RETURNS TABLE (item integer, version bigint, stamp bigint, body text)
LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off
SET jit = off
AS $$
#variable_conflict use_column
DECLARE
  ok boolean[];
  seen bigint[];
  outcome integer[];
  next_version bigint;
  now timestamptz;
  done boolean := true;
BEGIN
  IF current_setting('transaction_isolation') <> 'read committed' THEN
    RAISE EXCEPTION 'locks need the isolation level READ COMMITTED, not %', upper(current_setting('transaction_isolation'))
      USING ERRCODE = 'HF001';
  END IF;

  -- Before anything is read: each statement below sees all that those did who had these keys before.
  ok := ARRAY(
    SELECT CASE WHEN u.act = 0 THEN pg_try_advisory_xact_lock_shared(u.lock) ELSE pg_try_advisory_xact_lock(u.lock) END
    FROM unnest(acts, locks) AS u (act, lock));
  now := clock_timestamp();

  -- A row that is to be changed is locked against those who change it by other means; if it cannot be, it seems not to be there.
  seen := ARRAY(
    SELECT coalesce(CASE WHEN u.act = 0 OR u.expect = 0
      THEN (SELECT r.version FROM holdfast.record r WHERE r.kind = u.kind AND r.name = u.name)
      ELSE (SELECT r.version FROM holdfast.record r WHERE r.kind = u.kind AND r.name = u.name FOR NO KEY UPDATE SKIP LOCKED)
      END, 0)
    FROM unnest(acts, expected, kinds, names) AS u (act, expect, kind, name));

  IF seen <> expected OR false = ANY (ok) THEN
    outcome := array_fill(1, ARRAY[cardinality(told)]);
    FOR i IN 1 .. cardinality(acts) LOOP
      IF NOT ok[i] THEN
        outcome[of_group[i]] := -1;
      ELSIF seen[i] <> expected[i] AND outcome[of_group[i]] = 1 THEN
        outcome[of_group[i]] := 0;
      END IF;
    END LOOP;
    -- What seems not to be there may only be locked.
    SELECT array_agg(CASE WHEN g.result = 0 AND EXISTS (
        SELECT FROM unnest(of_group, acts, expected, seen, kinds, names) AS u (grp, act, expect, saw, kind, name)
        WHERE u.grp = g.number AND u.act > 0 AND u.expect > 0 AND u.saw = 0
          AND EXISTS (SELECT FROM holdfast.record r WHERE r.kind = u.kind AND r.name = u.name))
      THEN -1 ELSE g.result END ORDER BY g.number) INTO outcome
    FROM unnest(outcome) WITH ORDINALITY AS g (result, number);
    ok := ARRAY(SELECT outcome[u.grp] = 1 FROM unnest(of_group) AS u (grp));
    done := 1 = ANY (outcome);
  END IF;

  IF done THEN
    next_version := nextval('holdfast.version');
    IF makes THEN
      INSERT INTO holdfast.record (kind, name, version, stamp, due, owner_id, user_id, others, body)
      SELECT u.kind, u.name, next_version, now, least(to_timestamp(u.fixed), now + make_interval(secs => u.after)),
        u.owner_id, u.user_id, u.others, u.body
      FROM unnest(ok, acts, expected, kinds, names, bodies, owner_ids, user_ids, other_counts, fixed, after)
        AS u (ok, act, expect, kind, name, body, owner_id, user_id, others, fixed, after)
      WHERE u.ok AND u.act = 1 AND u.expect = 0;
    END IF;
    IF updates THEN
      UPDATE holdfast.record r SET version = next_version, stamp = now,
        due = least(to_timestamp(u.fixed), now + make_interval(secs => u.after)),
        owner_id = u.owner_id, user_id = u.user_id, others = u.others, body = u.body
      FROM unnest(ok, acts, expected, kinds, names, bodies, owner_ids, user_ids, other_counts, fixed, after)
        AS u (ok, act, expect, kind, name, body, owner_id, user_id, others, fixed, after)
      WHERE u.ok AND u.act = 1 AND u.expect > 0 AND r.kind = u.kind AND r.name = u.name;
    END IF;
    IF deletes THEN
      DELETE FROM holdfast.record r
      USING unnest(ok, acts, kinds, names) AS u (ok, act, kind, name)
      WHERE u.ok AND u.act = 2 AND r.kind = u.kind AND r.name = u.name;
    END IF;
    IF cardinality(party_of) > 0 THEN
      -- Most of a long line stay in it from one change to the next.
      IF updates THEN
        DELETE FROM holdfast.party p
        USING unnest(ok, other_counts, kinds, names) WITH ORDINALITY AS u (ok, others, kind, name, change)
        WHERE u.ok AND u.others > 0 AND p.kind = u.kind AND p.name = u.name AND (u.change, p.role, p.id) NOT IN (
          SELECT n.change, n.role, n.id FROM unnest(party_of, party_roles, party_ids) AS n (change, role, id));
      END IF;
      INSERT INTO holdfast.party (kind, name, role, id)
      SELECT kinds[n.change], names[n.change], n.role, n.id
      FROM unnest(party_of, party_roles, party_ids) AS n (change, role, id) WHERE ok[n.change]
      ON CONFLICT DO NOTHING;
    END IF;
    IF outcome IS NOT NULL THEN
      SELECT array_agg(g.text ORDER BY g.number), array_agg(g.count ORDER BY g.number) INTO told, event_counts
      FROM unnest(told, event_counts, outcome) WITH ORDINALITY AS g (text, count, result, number) WHERE g.result = 1;
    END IF;
    INSERT INTO holdfast.change (xact, version, stamp, events, groups)
    VALUES (pg_current_xact_id(), next_version, now,
      CASE cardinality(event_counts) WHEN 1 THEN event_counts[1] ELSE (SELECT sum(e) FROM unnest(event_counts) e) END,
      '[' || array_to_string(told, ',') || ']');
    IF EXISTS (SELECT FROM holdfast.listener l WHERE l.until > now) THEN
      PERFORM pg_notify('holdfast', '');
    END IF;
    IF next_version % 64 = 0 THEN
      PERFORM holdfast.shorten();
    END IF;
  END IF;

  item := 0;
  version := next_version;
  stamp := (extract(epoch FROM now) * 1000000)::bigint;
  RETURN NEXT;
  IF outcome IS NOT NULL THEN
    RETURN QUERY
      SELECT g.number::integer, g.result::bigint, 0::bigint, NULL::text
      FROM unnest(outcome) WITH ORDINALITY AS g (result, number) WHERE g.result < 1;
    RETURN QUERY
      SELECT -u.number::integer, r.version, (extract(epoch FROM r.stamp) * 1000000)::bigint, r.body
      FROM unnest(of_group, kinds, names) WITH ORDINALITY AS u (grp, kind, name, number)
      JOIN holdfast.record r ON r.kind = u.kind AND r.name = u.name
      WHERE outcome[u.grp] = 0;
  END IF;
END $$;

-- Does the same for the most frequent batch, a single group with one write or deletion and at most one check, and much quicker.
-- parties: owners and users beyond the first of each, in order, as "owner:id" and "user:id"; null if there are none
-- result: 1 applied, 0 conflict, -1 busy; the records are those of a conflict.
CREATE FUNCTION holdfast.apply_one(
  act integer, of_kind text, of_name bytea, lock bigint, expected bigint,
  new_body text, new_owner text, new_user text, fixed float8, after float8,
  check_kind text, check_name bytea, check_lock bigint, check_expected bigint,
  event_count integer, told text, parties text[],
  OUT result integer, OUT version bigint, OUT stamp bigint,
  OUT own_version bigint, OUT own_stamp bigint, OUT own_body text,
  OUT check_version bigint, OUT check_stamp bigint, OUT check_body text)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  now timestamptz;
  heard boolean;
BEGIN
  IF current_setting('transaction_isolation') <> 'read committed' THEN
    RAISE EXCEPTION 'locks need the isolation level READ COMMITTED, not %', upper(current_setting('transaction_isolation'))
      USING ERRCODE = 'HF001';
  END IF;
  result := -1;
  IF NOT pg_try_advisory_xact_lock(lock)
    OR (check_lock IS NOT NULL AND NOT pg_try_advisory_xact_lock_shared(check_lock)) THEN
    stamp := (extract(epoch FROM clock_timestamp()) * 1000000)::bigint;
    RETURN;
  END IF;
  now := clock_timestamp();
  stamp := (extract(epoch FROM now) * 1000000)::bigint;

  IF expected = 0 THEN
    SELECT (SELECT r.version FROM holdfast.record r WHERE r.kind = of_kind AND r.name = of_name),
      (SELECT r.version FROM holdfast.record r WHERE r.kind = check_kind AND r.name = check_name),
      EXISTS (SELECT FROM holdfast.listener l WHERE l.until > now)
    INTO own_version, check_version, heard;
  ELSE
    SELECT
      (SELECT r.version FROM holdfast.record r WHERE r.kind = of_kind AND r.name = of_name FOR NO KEY UPDATE SKIP LOCKED),
      (SELECT r.version FROM holdfast.record r WHERE r.kind = check_kind AND r.name = check_name),
      EXISTS (SELECT FROM holdfast.listener l WHERE l.until > now)
    INTO own_version, check_version, heard;
    IF own_version IS NULL
      AND EXISTS (SELECT FROM holdfast.record r WHERE r.kind = of_kind AND r.name = of_name) THEN
      RETURN; -- it is locked by other means
    END IF;
  END IF;

  IF coalesce(own_version, 0) <> expected OR coalesce(check_version, 0) <> coalesce(check_expected, 0) THEN
    result := 0;
    SELECT r.version, (extract(epoch FROM r.stamp) * 1000000)::bigint, r.body INTO own_version, own_stamp, own_body
    FROM holdfast.record r WHERE r.kind = of_kind AND r.name = of_name;
    SELECT r.version, (extract(epoch FROM r.stamp) * 1000000)::bigint, r.body INTO check_version, check_stamp, check_body
    FROM holdfast.record r WHERE r.kind = check_kind AND r.name = check_name;
    RETURN;
  END IF;

  result := 1;
  version := nextval('holdfast.version');
  IF act = 2 THEN
    DELETE FROM holdfast.record r WHERE r.kind = of_kind AND r.name = of_name;
  ELSIF expected = 0 THEN
    INSERT INTO holdfast.record (kind, name, version, stamp, due, owner_id, user_id, others, body)
    VALUES (of_kind, of_name, apply_one.version, now, least(to_timestamp(fixed), now + make_interval(secs => after)),
      new_owner, new_user, coalesce(cardinality(parties), 0), new_body);
  ELSE
    UPDATE holdfast.record r SET version = apply_one.version, stamp = now,
      due = least(to_timestamp(fixed), now + make_interval(secs => after)),
      owner_id = new_owner, user_id = new_user, others = coalesce(cardinality(parties), 0), body = new_body
    WHERE r.kind = of_kind AND r.name = of_name;
  END IF;
  -- A queue stays as it is while the resource goes from hand to hand in one program.
  IF parties IS NOT NULL AND parties IS DISTINCT FROM ARRAY(
      SELECT p.role || ':' || p.id FROM holdfast.party p WHERE p.kind = of_kind AND p.name = of_name ORDER BY p.role, p.id) THEN
    DELETE FROM holdfast.party p WHERE p.kind = of_kind AND p.name = of_name AND p.role || ':' || p.id <> ALL (parties);
    INSERT INTO holdfast.party (kind, name, role, id)
    SELECT of_kind, of_name, split_part(n, ':', 1), substr(n, strpos(n, ':') + 1) FROM unnest(parties) AS n
    ON CONFLICT DO NOTHING;
  END IF;
  INSERT INTO holdfast.change (xact, version, stamp, events, groups)
  VALUES (pg_current_xact_id(), apply_one.version, now, event_count, told);
  -- A change that is not news for all may name the waiter that it is for.
  IF heard AND told LIKE '[{"quiet":true,"for":"%' THEN
    PERFORM pg_notify('holdfast', substr(told, 23, 32));
  ELSIF heard AND told NOT LIKE '[{"quiet":true,%' THEN
    PERFORM pg_notify('holdfast', '');
  END IF;
  IF apply_one.version % 64 = 0 THEN
    PERFORM holdfast.shorten();
  END IF;
END $$;

-- The locks as people and reports want them: a row for each hold.
CREATE VIEW holdfast.app_lock AS
SELECT
  CASE WHEN position('\x00'::bytea IN l.name) > 0
      OR (position('\xed'::bytea IN l.name) > 0 AND encode(l.name, 'hex') ~ '^(..)*ed[ab]')
    THEN encode(l.name, 'escape') ELSE convert_from(l.name, 'UTF8') END AS lockable_id,
  l.owner_id,
  coalesce(l.hold ->> 'type', CASE l.hold ->> 'mode' WHEN 'SHARED' THEN 'read' ELSE 'exclusive_write' END) AS lock_type,
  l.since AS acquired_at,
  least(
    l.since + (l.hold #>> '{lease,absolute}')::interval,
    coalesce(CASE l.hold ->> 'active' WHEN '@' THEN l.stamp ELSE (l.hold ->> 'active')::timestamptz END, l.since)
      + (l.hold #>> '{lease,idle}')::interval,
    coalesce(CASE l.hold ->> 'seen' WHEN '@' THEN l.stamp ELSE (l.hold ->> 'seen')::timestamptz END, l.since)
      + (l.hold #>> '{lease,grace}')::interval) AS expires_at,
  coalesce(l.hold #>> '{owner,name}', l.owner_id) AS owner_name,
  coalesce(l.hold #>> '{owner,user}', '') AS user_id,
  CASE (l.hold ->> 'fence')::bigint WHEN 0 THEN l.version ELSE (l.hold ->> 'fence')::bigint END AS fence,
  coalesce(l.hold ->> 'note', '') AS note,
  l.name AS name
FROM (
  SELECT h.*, CASE h.hold ->> 'since' WHEN '@' THEN h.stamp ELSE (h.hold ->> 'since')::timestamptz END AS since
  FROM (
    SELECT r.name, r.version, r.stamp, r.owner_id, json_array_elements(r.body::json -> 'holds') AS hold
    FROM holdfast.record r WHERE r.kind = 'LOCK' AND r.others = 0
    UNION ALL
    SELECT r.name, r.version, r.stamp, e.hold #>> '{owner,id}', e.hold
    FROM holdfast.record r, json_array_elements(r.body::json -> 'holds') AS e (hold)
    WHERE r.kind = 'LOCK' AND r.others > 0
  ) h
) l;

INSERT INTO holdfast.layout (number) VALUES (1);

-- What a role needs that uses locks but may not make tables; open it with migrate=off or leave it on, since nothing is missing.
-- GRANT USAGE ON SCHEMA holdfast TO app;
-- GRANT SELECT ON holdfast.layout TO app;
-- GRANT USAGE ON SEQUENCE holdfast.version TO app;
-- GRANT SELECT, INSERT, UPDATE, DELETE ON holdfast.record, holdfast.party, holdfast.change, holdfast.listener TO app;
-- GRANT SELECT, UPDATE ON holdfast.horizon TO app;
-- GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA holdfast TO app;

-- What a role needs that only looks.
-- GRANT USAGE ON SCHEMA holdfast TO reports;
-- GRANT SELECT ON holdfast.app_lock TO reports;
