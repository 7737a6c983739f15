-- The tables of Holdfast in MariaDB 10.6 or later: apply this with MariaDB's own client, as a user who may make tables, views and
-- routines, to the database that shall have them:
--   mariadb --user=root locks < mariadb.sql

DELIMITER //

-- Which layouts were applied; the largest number counts.
CREATE TABLE IF NOT EXISTS holdfast_layout (
  number INT PRIMARY KEY,
  applied_at TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP
) ENGINE = InnoDB
//

-- One row for each record. A lock is a record of kind LOCK under the name of its resource.
-- Times are microseconds since 1970 by this server's clock.
CREATE TABLE IF NOT EXISTS holdfast_record (
  kind VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  name VARBINARY(3000) NOT NULL,  -- UTF-8; characters beyond the basic plane as two halves of three bytes each
  version BIGINT NOT NULL,        -- of the change that last wrote it
  stamp BIGINT NOT NULL,          -- the time of that change
  due BIGINT,                     -- when the sweep should look at it
  owner_id VARCHAR(2600),         -- the first owner it speaks of; others are in holdfast_party
  user_id VARCHAR(2600),          -- the first user
  others INT NOT NULL,            -- how many owners and users are in holdfast_party
  parties LONGTEXT,               -- those, as one text, if holdfast_replace wrote them
  body LONGTEXT NOT NULL,         -- JSON; "@" stands for the stamp, fence 0 for the version
  PRIMARY KEY (kind, name),
  KEY idx_app_lock_owner (owner_id(191), kind),
  KEY idx_app_lock_user (user_id(191), kind),
  KEY idx_app_lock_expires (kind, due)
) ENGINE = InnoDB ROW_FORMAT = DYNAMIC CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin
//

-- The owners and users of a record beyond the first of each.
CREATE TABLE IF NOT EXISTS holdfast_party (
  kind VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  name VARBINARY(3000) NOT NULL,
  number INT NOT NULL,
  role VARCHAR(5) CHARACTER SET ascii COLLATE ascii_bin NOT NULL, -- owner or user
  id VARCHAR(2600) NOT NULL,
  PRIMARY KEY (kind, name, number),
  KEY holdfast_party_id (id(191), role, kind)
) ENGINE = InnoDB ROW_FORMAT = DYNAMIC CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin
//

-- What was done, a row for each commit: for those who watch, and the history. Its numbers are the versions of records, and so
-- the fences of locks. They begin at the clock's time in microseconds, so that they also grow over the loss of the database.
CREATE TABLE IF NOT EXISTS holdfast_change (
  version BIGINT NOT NULL AUTO_INCREMENT PRIMARY KEY,
  stamp BIGINT NOT NULL,
  events INT NOT NULL,            -- how many
  told LONGTEXT NOT NULL          -- JSON
) ENGINE = InnoDB ROW_FORMAT = DYNAMIC CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin
//
EXECUTE IMMEDIATE CONCAT('ALTER TABLE holdfast_change AUTO_INCREMENT = ',
  TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(6)))
//

-- Rows that are locked and never changed, for keys without a record: there is nothing else to lock. A client that makes the record of
-- a key first locks the row of that key, CRC-32 of kind, a slash and name modulo 65536; one that checks that there is none shares
-- that row.
CREATE TABLE IF NOT EXISTS holdfast_guard (
  id INT PRIMARY KEY
) ENGINE = InnoDB
//
INSERT IGNORE INTO holdfast_guard
  WITH RECURSIVE n AS (SELECT 0 AS i UNION ALL SELECT i + 1 FROM n WHERE i < 255)
  SELECT a.i * 256 + b.i FROM n a CROSS JOIN n b
//

-- Applies a batch of groups of changes, each whose expected versions all hold. Never waits: a group with a key that another client
-- else is changing is busy. No key that is written occurs twice in a batch.
--   own: whether to make a transaction of it; else it becomes a part of the one that is open
--   bytes: all texts, one after the other; elsewhere a text is two numbers, where it begins, counted from 1, and its length
--   changes: of each [group, guard, act, kind, name, -, expected, due, due after the change, owner, -, user, -, others, body, -]
--     act: 0 check, 1 write, 2 delete; expected: the version that the record has to have, 0 for none
--   parties: of each [group, kind, name, -, number, role, id, -]
--   told: of each group what holdfast_change keeps of it; event_count: in all of them
--   makes, updates, deletes, absences, presences: how many changes make, write or delete a record, or check that there is none
--     or one
-- The last set of the answer has one row: version and time of all that was applied, and lists of the groups that were busy and
-- in conflict. If any was in conflict, the set before it has the records that these groups named, by the number of the change.
-- Without version and lists nothing was done, since another program is making a row of the same name.
CREATE OR REPLACE PROCEDURE holdfast_apply(
  IN own BOOLEAN, IN bytes LONGBLOB, IN changes LONGTEXT CHARACTER SET ascii, IN parties LONGTEXT CHARACTER SET ascii,
  IN told LONGTEXT CHARACTER SET utf8mb4, IN event_count INT,
  IN makes INT, IN updates INT, IN deletes INT, IN absences INT, IN presences INT)
  MODIFIES SQL DATA SQL SECURITY INVOKER
BEGIN
  DECLARE wait_seconds INT DEFAULT @@innodb_lock_wait_timeout;
  DECLARE guards, shared, locked, seen, busy, conflicts, skipped LONGTEXT CHARACTER SET ascii DEFAULT NULL;
  DECLARE guard_count, shared_count, locked_count, seen_count, unchanged, old_parties INT DEFAULT 0;
  DECLARE hit BOOLEAN DEFAULT FALSE;
  DECLARE next_version BIGINT DEFAULT NULL;
  DECLARE now_micros BIGINT;
  DECLARE EXIT HANDLER FOR SQLEXCEPTION BEGIN
    IF own THEN
      ROLLBACK;
    ELSE
      ROLLBACK TO SAVEPOINT holdfast;
    END IF;
    SET SESSION innodb_lock_wait_timeout = wait_seconds;
    RESIGNAL;
  END;

  -- The server writes out parameters in the text of each statement that uses them, for its logs; not so these.
  SET @holdfast_bytes = bytes, @holdfast_changes = changes;
  IF wait_seconds = 0 THEN
    SET SESSION innodb_lock_wait_timeout = 1; -- with 0, a row that is passed over would end the whole transaction
  END IF;
  IF own THEN
    SET TRANSACTION ISOLATION LEVEL READ COMMITTED;
    START TRANSACTION;
  ELSE
    SAVEPOINT holdfast;
  END IF;

  -- Before anything is read: what is read below is what those left who had these keys before.
  IF makes > 0 AND own THEN
    -- Guards that could be shared are not: it is soon over, and one statement is quicker than two.
    SELECT GROUP_CONCAT(g.id), COUNT(*) - absences INTO guards, guard_count
    FROM JSON_TABLE(@holdfast_changes, '$[*]' COLUMNS (guard INT PATH '$[1]', act INT PATH '$[2]', expected BIGINT PATH '$[6]')) c
    STRAIGHT_JOIN holdfast_guard g ON g.id = c.guard WHERE c.act < 2 AND c.expected = 0 FOR UPDATE SKIP LOCKED;
    SET shared_count = absences;
  ELSE
    IF makes > 0 THEN
      SELECT GROUP_CONCAT(g.id), COUNT(*) INTO guards, guard_count
      FROM JSON_TABLE(@holdfast_changes, '$[*]' COLUMNS (guard INT PATH '$[1]', act INT PATH '$[2]', expected BIGINT PATH '$[6]')) c
      STRAIGHT_JOIN holdfast_guard g ON g.id = c.guard WHERE c.act = 1 AND c.expected = 0 FOR UPDATE SKIP LOCKED;
    END IF;
    IF absences > 0 THEN
      SELECT GROUP_CONCAT(g.id), COUNT(*) INTO shared, shared_count
      FROM JSON_TABLE(@holdfast_changes, '$[*]' COLUMNS (guard INT PATH '$[1]', act INT PATH '$[2]', expected BIGINT PATH '$[6]')) c
      STRAIGHT_JOIN holdfast_guard g ON g.id = c.guard WHERE c.act = 0 AND c.expected = 0 LOCK IN SHARE MODE SKIP LOCKED;
    END IF;
  END IF;
  IF updates + deletes > 0 THEN
    SELECT GROUP_CONCAT(c.number), COUNT(*), SUM(r.version = c.expected), SUM(r.others)
    INTO locked, locked_count, unchanged, old_parties
    FROM JSON_TABLE(@holdfast_changes, '$[*]' COLUMNS (number FOR ORDINALITY, act INT PATH '$[2]',
      kind VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin PATH '$[3]', at INT PATH '$[4]', length INT PATH '$[5]', expected BIGINT PATH '$[6]')) c
    STRAIGHT_JOIN holdfast_record r FORCE INDEX (PRIMARY) ON r.kind = c.kind AND r.name = SUBSTRING(@holdfast_bytes, c.at, c.length)
    WHERE c.act > 0 AND c.expected > 0 FOR UPDATE SKIP LOCKED;
  END IF;
  IF presences > 0 THEN
    SELECT GROUP_CONCAT(c.number), COUNT(*) INTO seen, seen_count
    FROM JSON_TABLE(@holdfast_changes, '$[*]' COLUMNS (number FOR ORDINALITY, act INT PATH '$[2]',
      kind VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin PATH '$[3]', at INT PATH '$[4]', length INT PATH '$[5]', expected BIGINT PATH '$[6]')) c
    STRAIGHT_JOIN holdfast_record r FORCE INDEX (PRIMARY) ON r.kind = c.kind AND r.name = SUBSTRING(@holdfast_bytes, c.at, c.length)
    WHERE c.act = 0 AND c.expected > 0 LOCK IN SHARE MODE SKIP LOCKED;
  END IF;
  SET now_micros = TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(6))
    + GREATEST(0, LEAST(60000000, TIMESTAMPDIFF(MICROSECOND, NOW(6), SYSDATE(6)))); -- NOW is when this call began
  IF guard_count < makes OR shared_count < absences OR locked_count < updates + deletes OR seen_count < presences THEN
    SELECT GROUP_CONCAT(DISTINCT c.grp) INTO busy
    FROM JSON_TABLE(@holdfast_changes, '$[*]' COLUMNS (number FOR ORDINALITY, grp INT PATH '$[0]', guard INT PATH '$[1]',
      act INT PATH '$[2]', kind VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin PATH '$[3]', at INT PATH '$[4]', length INT PATH '$[5]',
      expected BIGINT PATH '$[6]')) c
    LEFT JOIN holdfast_record r ON r.kind = c.kind AND r.name = SUBSTRING(@holdfast_bytes, c.at, c.length)
    WHERE IF(c.expected = 0,
      NOT FIND_IN_SET(c.guard, COALESCE(guards, '')) AND (c.act > 0 OR NOT FIND_IN_SET(c.guard, COALESCE(shared, ''))),
      r.version IS NOT NULL AND NOT FIND_IN_SET(c.number, CONCAT_WS(',', locked, seen)));
  END IF;
  SET skipped = COALESCE(busy, '');
  IF makes + absences + presences > 0 OR COALESCE(unchanged, 0) < updates + deletes THEN
    SELECT GROUP_CONCAT(DISTINCT IF(COALESCE(r.version, 0) <> c.expected, c.grp, NULL)), SUM(IF(c.act > 0, r.others, 0))
    INTO conflicts, old_parties
    FROM JSON_TABLE(@holdfast_changes, '$[*]' COLUMNS (grp INT PATH '$[0]', act INT PATH '$[2]',
      kind VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin PATH '$[3]', at INT PATH '$[4]', length INT PATH '$[5]', expected BIGINT PATH '$[6]')) c
    LEFT JOIN holdfast_record r ON r.kind = c.kind AND r.name = SUBSTRING(@holdfast_bytes, c.at, c.length)
    WHERE NOT FIND_IN_SET(c.grp, skipped);
  END IF;
  SET skipped = CONCAT_WS(',', busy, conflicts);
  IF skipped <> '' THEN
    SELECT CONCAT('[', GROUP_CONCAT(t.text ORDER BY t.grp SEPARATOR ','), ']'),
      SUM(COALESCE(JSON_LENGTH(t.text, '$.events'), 0))
    INTO told, event_count
    FROM JSON_TABLE(told, '$[*]' COLUMNS (grp FOR ORDINALITY, text JSON PATH '$')) t
    WHERE NOT FIND_IN_SET(t.grp, skipped);
  END IF;

  IF told IS NOT NULL THEN
    SET SESSION innodb_lock_wait_timeout = 0;
    BEGIN
      -- Another program is making the same row.
      DECLARE EXIT HANDLER FOR 1205, 1062 SET hit = TRUE;
      INSERT INTO holdfast_change (stamp, events, told) VALUES (now_micros, event_count, told);
      SET next_version = LAST_INSERT_ID();
      IF old_parties > 0 THEN
        DELETE p FROM JSON_TABLE(@holdfast_changes, '$[*]' COLUMNS (grp INT PATH '$[0]', act INT PATH '$[2]',
          kind VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin PATH '$[3]', at INT PATH '$[4]', length INT PATH '$[5]')) c
        STRAIGHT_JOIN holdfast_party p ON p.kind = c.kind AND p.name = SUBSTRING(@holdfast_bytes, c.at, c.length)
        WHERE c.act > 0 AND NOT FIND_IN_SET(c.grp, skipped);
      END IF;
      IF makes > 0 THEN
        -- Row by row: a statement that inserts what it selects makes some servers flush their log twice.
        FOR m IN (
          SELECT c.kind, c.at, c.length, c.due, c.after, c.owner_at, c.owner_length, c.user_at, c.user_length, c.others,
            c.body_at, c.body_length
          FROM JSON_TABLE(@holdfast_changes, '$[*]' COLUMNS (grp INT PATH '$[0]', act INT PATH '$[2]', kind VARCHAR(16) PATH '$[3]',
            at INT PATH '$[4]', length INT PATH '$[5]', expected BIGINT PATH '$[6]', due BIGINT PATH '$[7]',
            after BIGINT PATH '$[8]', owner_at INT PATH '$[9]', owner_length INT PATH '$[10]', user_at INT PATH '$[11]',
            user_length INT PATH '$[12]', others INT PATH '$[13]', body_at INT PATH '$[14]', body_length INT PATH '$[15]')) c
          WHERE c.act = 1 AND c.expected = 0 AND NOT FIND_IN_SET(c.grp, skipped))
        DO
          INSERT INTO holdfast_record (kind, name, version, stamp, due, owner_id, user_id, others, body)
          VALUES (m.kind, SUBSTRING(@holdfast_bytes, m.at, m.length), next_version, now_micros,
            COALESCE(LEAST(m.due, now_micros + m.after), m.due, now_micros + m.after),
            CONVERT(SUBSTRING(@holdfast_bytes, m.owner_at, m.owner_length) USING utf8mb4),
            CONVERT(SUBSTRING(@holdfast_bytes, m.user_at, m.user_length) USING utf8mb4),
            m.others, CONVERT(SUBSTRING(@holdfast_bytes, m.body_at, m.body_length) USING utf8mb4));
        END FOR;
      END IF;
      IF updates > 0 THEN
        -- By the primary key, here and above: by another index a statement would lock all records of a kind.
        UPDATE JSON_TABLE(@holdfast_changes, '$[*]' COLUMNS (grp INT PATH '$[0]', act INT PATH '$[2]',
          kind VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin PATH '$[3]', at INT PATH '$[4]', length INT PATH '$[5]',
          expected BIGINT PATH '$[6]', due BIGINT PATH '$[7]',
          after BIGINT PATH '$[8]', owner_at INT PATH '$[9]', owner_length INT PATH '$[10]', user_at INT PATH '$[11]',
          user_length INT PATH '$[12]', others INT PATH '$[13]', body_at INT PATH '$[14]', body_length INT PATH '$[15]')) c
        STRAIGHT_JOIN holdfast_record r FORCE INDEX (PRIMARY) ON r.kind = c.kind AND r.name = SUBSTRING(@holdfast_bytes, c.at, c.length)
        SET r.version = next_version, r.stamp = now_micros,
          r.due = COALESCE(LEAST(c.due, now_micros + c.after), c.due, now_micros + c.after),
          r.owner_id = CONVERT(SUBSTRING(@holdfast_bytes, c.owner_at, c.owner_length) USING utf8mb4),
          r.user_id = CONVERT(SUBSTRING(@holdfast_bytes, c.user_at, c.user_length) USING utf8mb4),
          r.others = c.others, r.parties = NULL, r.body = CONVERT(SUBSTRING(@holdfast_bytes, c.body_at, c.body_length) USING utf8mb4)
        WHERE c.act = 1 AND c.expected > 0 AND NOT FIND_IN_SET(c.grp, skipped);
      END IF;
      IF deletes > 0 THEN
        DELETE r FROM JSON_TABLE(@holdfast_changes, '$[*]' COLUMNS (grp INT PATH '$[0]', act INT PATH '$[2]',
          kind VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin PATH '$[3]', at INT PATH '$[4]', length INT PATH '$[5]')) c
        STRAIGHT_JOIN holdfast_record r FORCE INDEX (PRIMARY) ON r.kind = c.kind AND r.name = SUBSTRING(@holdfast_bytes, c.at, c.length)
        WHERE c.act = 2 AND NOT FIND_IN_SET(c.grp, skipped);
      END IF;
      IF parties IS NOT NULL THEN
        INSERT INTO holdfast_party (kind, name, number, role, id)
        SELECT p.kind, SUBSTRING(@holdfast_bytes, p.at, p.length), p.number, p.role,
          CONVERT(SUBSTRING(@holdfast_bytes, p.id_at, p.id_length) USING utf8mb4)
        FROM JSON_TABLE(parties, '$[*]' COLUMNS (grp INT PATH '$[0]', kind VARCHAR(16) PATH '$[1]', at INT PATH '$[2]',
          length INT PATH '$[3]', number INT PATH '$[4]', role VARCHAR(5) PATH '$[5]', id_at INT PATH '$[6]',
          id_length INT PATH '$[7]')) p
        WHERE NOT FIND_IN_SET(p.grp, skipped);
      END IF;
    END;
    SET SESSION innodb_lock_wait_timeout = GREATEST(1, wait_seconds);
  END IF;

  IF hit THEN
    IF own THEN
      ROLLBACK;
    ELSE
      ROLLBACK TO SAVEPOINT holdfast;
    END IF;
    SET next_version = NULL, busy = NULL, conflicts = NULL;
  END IF;
  IF conflicts IS NOT NULL THEN
    SELECT c.number, r.version, r.stamp, r.body
    FROM JSON_TABLE(@holdfast_changes, '$[*]' COLUMNS (number FOR ORDINALITY, grp INT PATH '$[0]',
      kind VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin PATH '$[3]', at INT PATH '$[4]', length INT PATH '$[5]')) c
    STRAIGHT_JOIN holdfast_record r FORCE INDEX (PRIMARY) ON r.kind = c.kind AND r.name = SUBSTRING(@holdfast_bytes, c.at, c.length)
    WHERE FIND_IN_SET(c.grp, conflicts);
  END IF;
  IF own THEN
    COMMIT;
  END IF;
  IF wait_seconds = 0 THEN
    SET SESSION innodb_lock_wait_timeout = 0;
  END IF;
  SET @holdfast_bytes = NULL, @holdfast_changes = NULL;
  SELECT next_version, now_micros, busy, conflicts;
END
//

-- The same for groups of their own transaction that make and delete records, which speak of one owner and one user at most, and
-- check that others are not there: so locks are acquired and released. All of them are applied, or none: without
-- version and lists the answer means that holdfast_apply has to do it; an answer without lists that all is applied. The session
-- must not wait for locks and have the isolation level READ COMMITTED and the time zone UTC.
-- What is to be done comes as parts of statements, which are read more quickly than a list is that has to be taken apart.
--   guards: of the keys that must not have a record; absent: a condition that these records meet
--   made: of each record its values; bytes: all texts in them, one after the other
--   deleted: a condition that the records meet that are to be deleted, if they have the expected versions; deletes: how many
CREATE OR REPLACE PROCEDURE holdfast_plain(
  IN bytes LONGBLOB, IN guards LONGTEXT CHARACTER SET ascii, IN absent LONGTEXT CHARACTER SET ascii,
  IN made LONGTEXT CHARACTER SET ascii, IN deleted LONGTEXT CHARACTER SET ascii, IN deletes INT,
  IN told LONGTEXT CHARACTER SET utf8mb4, IN event_count INT)
  MODIFIES SQL DATA SQL SECURITY INVOKER
BEGIN
  DECLARE EXIT HANDLER FOR SQLEXCEPTION BEGIN
    ROLLBACK;
    RESIGNAL;
  END;
  DECLARE EXIT HANDLER FOR 1205, 1062 BEGIN
    ROLLBACK;
    SELECT NULL AS next_version, @holdfast_now AS now_micros, NULL AS busy, NULL AS conflicts;
  END;

  SET @holdfast_wrong = 0;
  START TRANSACTION;
  IF guards IS NOT NULL THEN
    EXECUTE IMMEDIATE CONCAT(
      'SELECT COUNT(*) INTO @holdfast_wrong FROM holdfast_guard FORCE INDEX (PRIMARY) WHERE id IN (', guards, ') FOR UPDATE');
    -- Only now: what is read below is what those left who had these keys before.
    EXECUTE IMMEDIATE CONCAT(
      'SELECT COUNT(*) INTO @holdfast_wrong FROM holdfast_record FORCE INDEX (PRIMARY) WHERE ', absent);
  END IF;
  SET @holdfast_now = TIMESTAMPDIFF(MICROSECOND, '1970-01-01', SYSDATE(6));
  IF @holdfast_wrong = 0 AND deletes > 0 THEN
    -- As if there were several tables: only so an index can be named. Without it other rows would be locked as well.
    EXECUTE IMMEDIATE CONCAT(
      'DELETE r FROM holdfast_record r FORCE INDEX (PRIMARY) WHERE r.others = 0 AND (', deleted, ')');
    SET @holdfast_wrong = deletes - ROW_COUNT();
  END IF;
  IF @holdfast_wrong = 0 THEN
    INSERT INTO holdfast_change (stamp, events, told) VALUES (@holdfast_now, event_count, told);
    IF made IS NOT NULL THEN
      SET @holdfast_bytes = bytes;
      EXECUTE IMMEDIATE CONCAT(
        'INSERT INTO holdfast_record (kind, name, version, stamp, due, owner_id, user_id, others, body) VALUES ', made);
      SET @holdfast_bytes = NULL;
    END IF;
    COMMIT;
    SELECT LAST_INSERT_ID() AS version, @holdfast_now AS stamp;
  ELSE
    ROLLBACK;
    SELECT NULL AS next_version, @holdfast_now AS now_micros, NULL AS busy, NULL AS conflicts;
  END IF;
END
//

-- The same for one group that makes one record, which speaks of one owner and one user at most, and checks that another is not
-- there.
--   number: of the change that makes it, of two; checked_kind: null if nothing is checked
CREATE OR REPLACE PROCEDURE holdfast_make(
  IN guard INT, IN of_kind VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin, IN of_name VARBINARY(3000),
  IN due_at BIGINT, IN due_after BIGINT, IN owner VARCHAR(2600) CHARACTER SET utf8mb4,
  IN user VARCHAR(2600) CHARACTER SET utf8mb4, IN new_body LONGTEXT CHARACTER SET utf8mb4,
  IN checked_guard INT, IN checked_kind VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin, IN checked_name VARBINARY(3000),
  IN number INT, IN told LONGTEXT CHARACTER SET utf8mb4, IN event_count INT)
  MODIFIES SQL DATA SQL SECURITY INVOKER
BEGIN
  DECLARE found BIGINT;
  DECLARE now_micros BIGINT DEFAULT TIMESTAMPDIFF(MICROSECOND, '1970-01-01', SYSDATE(6));
  DECLARE EXIT HANDLER FOR SQLEXCEPTION BEGIN
    ROLLBACK;
    RESIGNAL;
  END;
  DECLARE EXIT HANDLER FOR 1205, 1062 BEGIN
    ROLLBACK;
    SELECT NULL AS next_version, now_micros, '1' AS busy, NULL AS conflicts;
  END;

  START TRANSACTION;
  -- An outer join reads the record after the guards. The other record is not locked: its holder may be releasing it.
  SELECT c.version INTO found
  FROM holdfast_guard g STRAIGHT_JOIN holdfast_guard h
  LEFT JOIN holdfast_record c ON c.kind = checked_kind AND c.name = checked_name
  WHERE g.id = guard AND h.id = checked_guard FOR UPDATE;
  SELECT COALESCE(found, 0) + COUNT(*) INTO found FROM holdfast_record r WHERE r.kind = of_kind AND r.name = of_name;
  IF found > 0 THEN
    SELECT IF(r.kind = of_kind AND r.name = of_name, number, 3 - number) AS number, r.version, r.stamp, r.body
    FROM holdfast_record r
    WHERE (r.kind = of_kind AND r.name = of_name) OR (r.kind = checked_kind AND r.name = checked_name);
    SET now_micros = TIMESTAMPDIFF(MICROSECOND, '1970-01-01', SYSDATE(6));
    ROLLBACK;
    SELECT NULL AS next_version, now_micros, NULL AS busy, '1' AS conflicts;
  ELSE
    INSERT INTO holdfast_change (stamp, events, told) VALUES (now_micros, event_count, told);
    INSERT INTO holdfast_record (kind, name, version, stamp, due, owner_id, user_id, others, body)
    VALUES (of_kind, of_name, LAST_INSERT_ID(), now_micros,
      COALESCE(LEAST(due_at, now_micros + due_after), due_at, now_micros + due_after), owner, user, 0, new_body);
    COMMIT;
    SELECT LAST_INSERT_ID() AS version, now_micros AS stamp;
  END IF;
END
//

-- The same for a group that writes one record that is there, and checks that another is not. Without version and lists, as it
-- answers also where a record ceases to speak of several owners or users, holdfast_apply has to do it.
--   number, checked_kind: as above; parties: of each [role, id], null if there are none
CREATE OR REPLACE PROCEDURE holdfast_replace(
  IN of_kind VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin, IN of_name VARBINARY(3000), IN expected BIGINT,
  IN told LONGTEXT CHARACTER SET utf8mb4, IN event_count INT,
  IN due_at BIGINT, IN due_after BIGINT, IN owner VARCHAR(2600) CHARACTER SET utf8mb4,
  IN user VARCHAR(2600) CHARACTER SET utf8mb4, IN new_body LONGTEXT CHARACTER SET utf8mb4,
  IN checked_guard INT, IN checked_kind VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin, IN checked_name VARBINARY(3000),
  IN number INT, IN parties LONGTEXT CHARACTER SET utf8mb4)
  MODIFIES SQL DATA SQL SECURITY INVOKER
BEGIN
  DECLARE found, current BIGINT DEFAULT NULL;
  DECLARE old_others, done INT DEFAULT 0;
  DECLARE old_parties LONGTEXT CHARACTER SET utf8mb4 DEFAULT NULL;
  DECLARE now_micros BIGINT DEFAULT TIMESTAMPDIFF(MICROSECOND, '1970-01-01', SYSDATE(6));
  DECLARE EXIT HANDLER FOR SQLEXCEPTION BEGIN
    ROLLBACK;
    RESIGNAL;
  END;
  DECLARE EXIT HANDLER FOR 1205 BEGIN
    ROLLBACK;
    SELECT NULL AS next_version, now_micros, '1' AS busy, NULL AS conflicts;
  END;

  START TRANSACTION;
  IF checked_kind IS NOT NULL THEN
    -- An outer join reads the record after the guard, which others may share.
    SELECT c.version INTO found
    FROM holdfast_guard g LEFT JOIN holdfast_record c ON c.kind = checked_kind AND c.name = checked_name
    WHERE g.id = checked_guard LOCK IN SHARE MODE;
  END IF;
  IF found IS NULL AND parties IS NOT NULL THEN
    SELECT SUM(r.others), MAX(r.parties) INTO old_others, old_parties
    FROM holdfast_record r WHERE r.kind = of_kind AND r.name = of_name AND r.version = expected FOR UPDATE;
  END IF;
  IF found IS NULL AND old_others IS NOT NULL THEN
    -- The version is given before the row is locked: it still is larger than the expected one, and none came between.
    INSERT INTO holdfast_change (stamp, events, told) VALUES (now_micros, event_count, told);
    UPDATE holdfast_record SET version = LAST_INSERT_ID(), stamp = now_micros,
      due = COALESCE(LEAST(due_at, now_micros + due_after), due_at, now_micros + due_after),
      owner_id = owner, user_id = user, others = COALESCE(JSON_LENGTH(parties), 0),
      holdfast_record.parties = parties, body = new_body
    WHERE kind = of_kind AND name = of_name AND version = expected AND others = old_others;
    SET done = ROW_COUNT();
  END IF;
  IF done > 0 THEN
    -- A queue stays as it is while the resource goes from hand to hand in one program.
    IF parties IS NOT NULL AND COALESCE(CAST(parties AS BINARY) <> CAST(old_parties AS BINARY), TRUE) THEN
      DELETE FROM holdfast_party WHERE kind = of_kind AND name = of_name;
      INSERT INTO holdfast_party (kind, name, number, role, id)
      SELECT of_kind, of_name, p.number, p.role, p.id
      FROM JSON_TABLE(parties, '$[*]' COLUMNS (number FOR ORDINALITY, role VARCHAR(5) PATH '$[0]', id VARCHAR(2600) PATH '$[1]')) p;
    END IF;
    COMMIT;
    SELECT LAST_INSERT_ID() AS version, now_micros AS stamp;
  ELSE
    ROLLBACK;
    SELECT SUM(r.version) INTO current FROM holdfast_record r WHERE r.kind = of_kind AND r.name = of_name;
    IF found IS NULL AND current = expected THEN
      SELECT NULL AS next_version, now_micros, NULL AS busy, NULL AS conflicts;
    ELSE
      SELECT IF(r.kind = of_kind AND r.name = of_name, number, 3 - number) AS number, r.version, r.stamp, r.body
      FROM holdfast_record r
      WHERE (r.kind = of_kind AND r.name = of_name) OR (r.kind = checked_kind AND r.name = checked_name);
      SELECT NULL AS next_version, TIMESTAMPDIFF(MICROSECOND, '1970-01-01', SYSDATE(6)) AS now_micros, NULL AS busy,
        '1' AS conflicts;
    END IF;
  END IF;
END
//

-- The same for a group that only deletes one record, which speaks of one owner and one user at most.
CREATE OR REPLACE PROCEDURE holdfast_delete(
  IN of_kind VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin, IN of_name VARBINARY(3000), IN expected BIGINT,
  IN told LONGTEXT CHARACTER SET utf8mb4, IN event_count INT)
  MODIFIES SQL DATA SQL SECURITY INVOKER
BEGIN
  DECLARE now_micros BIGINT DEFAULT TIMESTAMPDIFF(MICROSECOND, '1970-01-01', SYSDATE(6));
  DECLARE EXIT HANDLER FOR SQLEXCEPTION BEGIN
    ROLLBACK;
    RESIGNAL;
  END;
  DECLARE EXIT HANDLER FOR 1205 BEGIN
    ROLLBACK;
    SELECT NULL AS next_version, now_micros, '1' AS busy, NULL AS conflicts;
  END;

  START TRANSACTION;
  DELETE FROM holdfast_record WHERE kind = of_kind AND name = of_name AND version = expected AND others = 0;
  IF ROW_COUNT() > 0 THEN
    INSERT INTO holdfast_change (stamp, events, told) VALUES (now_micros, event_count, told);
    COMMIT;
    SELECT LAST_INSERT_ID() AS version, now_micros AS stamp;
  ELSE
    ROLLBACK;
    SELECT NULL AS next_version, now_micros, NULL AS busy, NULL AS conflicts;
  END IF;
END
//

-- The locks as people and reports want them: a row for each hold. Times are in the time zone of the session.
CREATE OR REPLACE SQL SECURITY DEFINER VIEW app_lock AS
SELECT
  l.lockable_id, l.owner_id, l.lock_type,
  FROM_UNIXTIME(l.since * 0.000001) AS acquired_at,
  FROM_UNIXTIME(NULLIF(LEAST(
    COALESCE(l.since + l.absolute, 9223372036854775807),
    COALESCE(l.active + l.idle, 9223372036854775807),
    COALESCE(l.seen + l.grace, 9223372036854775807)), 9223372036854775807) * 0.000001) AS expires_at,
  l.owner_name, l.user_id, l.fence, l.note, l.name
FROM (
  SELECT
    CONVERT(r.name USING utf8mb4) AS lockable_id,
    h.owner_id,
    COALESCE(h.type, IF(h.mode = 'SHARED', 'read', 'exclusive_write')) AS lock_type,
    COALESCE(h.owner_name, h.owner_id) AS owner_name,
    COALESCE(h.user_id, '') AS user_id,
    IF(COALESCE(h.fence, 0) = 0, r.version, h.fence) AS fence,
    COALESCE(h.note, '') AS note,
    r.name,
    IF(h.since = '@', r.stamp, TIMESTAMPDIFF(MICROSECOND, '1970-01-01',
      CAST(REPLACE(REPLACE(h.since, 'T', ' '), 'Z', '') AS DATETIME(6)))) AS since,
    IF(COALESCE(h.active, h.since) = '@', r.stamp, TIMESTAMPDIFF(MICROSECOND, '1970-01-01',
      CAST(REPLACE(REPLACE(COALESCE(h.active, h.since), 'T', ' '), 'Z', '') AS DATETIME(6)))) AS active,
    IF(COALESCE(h.seen, h.since) = '@', r.stamp, TIMESTAMPDIFF(MICROSECOND, '1970-01-01',
      CAST(REPLACE(REPLACE(COALESCE(h.seen, h.since), 'T', ' '), 'Z', '') AS DATETIME(6)))) AS seen,
    IF(h.absolute IS NULL, NULL, CAST(COALESCE(NULLIF(REGEXP_SUBSTR(h.absolute, '[0-9.]+(?=H)'), ''), 0) * 3600000000 + COALESCE(NULLIF(REGEXP_SUBSTR(h.absolute, '[0-9.]+(?=M)'), ''), 0) * 60000000 + COALESCE(NULLIF(REGEXP_SUBSTR(h.absolute, '[0-9.]+(?=S)'), ''), 0) * 1000000 AS SIGNED)) AS absolute,
    IF(h.idle IS NULL, NULL, CAST(COALESCE(NULLIF(REGEXP_SUBSTR(h.idle, '[0-9.]+(?=H)'), ''), 0) * 3600000000 + COALESCE(NULLIF(REGEXP_SUBSTR(h.idle, '[0-9.]+(?=M)'), ''), 0) * 60000000 + COALESCE(NULLIF(REGEXP_SUBSTR(h.idle, '[0-9.]+(?=S)'), ''), 0) * 1000000 AS SIGNED)) AS idle,
    IF(h.grace IS NULL, NULL, CAST(COALESCE(NULLIF(REGEXP_SUBSTR(h.grace, '[0-9.]+(?=H)'), ''), 0) * 3600000000 + COALESCE(NULLIF(REGEXP_SUBSTR(h.grace, '[0-9.]+(?=M)'), ''), 0) * 60000000 + COALESCE(NULLIF(REGEXP_SUBSTR(h.grace, '[0-9.]+(?=S)'), ''), 0) * 1000000 AS SIGNED)) AS grace
  FROM holdfast_record r,
    JSON_TABLE(r.body, '$.holds[*]' COLUMNS (
      owner_id VARCHAR(2600) PATH '$.owner.id', owner_name VARCHAR(2600) PATH '$.owner.name',
      user_id VARCHAR(2600) PATH '$.owner.user', mode VARCHAR(16) PATH '$.mode', type VARCHAR(20) PATH '$.type', fence BIGINT PATH '$.fence',
      note LONGTEXT PATH '$.note', since VARCHAR(40) PATH '$.since', active VARCHAR(40) PATH '$.active',
      seen VARCHAR(40) PATH '$.seen', absolute VARCHAR(40) PATH '$.lease.absolute', idle VARCHAR(40) PATH '$.lease.idle',
      grace VARCHAR(40) PATH '$.lease.grace')) h
  WHERE r.kind = 'LOCK'
) l
//

INSERT IGNORE INTO holdfast_layout (number) VALUES (1)
//

DELIMITER ;

-- What a user needs who uses locks but may not make tables; replace the word locks by the name of the database.
-- GRANT SELECT ON locks.holdfast_layout TO app;
-- GRANT SELECT ON locks.holdfast_guard TO app;
-- GRANT SELECT, INSERT, UPDATE, DELETE ON locks.holdfast_record TO app;
-- GRANT SELECT, INSERT, DELETE ON locks.holdfast_party TO app;
-- GRANT SELECT, INSERT, DELETE ON locks.holdfast_change TO app;
-- GRANT EXECUTE ON PROCEDURE locks.holdfast_apply TO app;
-- GRANT EXECUTE ON PROCEDURE locks.holdfast_plain TO app;
-- GRANT EXECUTE ON PROCEDURE locks.holdfast_make TO app;
-- GRANT EXECUTE ON PROCEDURE locks.holdfast_replace TO app;
-- GRANT EXECUTE ON PROCEDURE locks.holdfast_delete TO app;

-- What a user needs who only looks.
-- GRANT SELECT ON locks.app_lock TO reports;
