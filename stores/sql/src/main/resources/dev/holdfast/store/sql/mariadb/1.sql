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

-- Rows that are locked and never changed. Whoever changes the record of a key first locks the row of that key, CRC-32 of kind,
-- a slash and name modulo 65536, also if there is no such record; whoever only checks it shares that row.
CREATE TABLE IF NOT EXISTS holdfast_guard (
  id INT PRIMARY KEY
) ENGINE = InnoDB
//
INSERT IGNORE INTO holdfast_guard
  WITH RECURSIVE n AS (SELECT 0 AS i UNION ALL SELECT i + 1 FROM n WHERE i < 255)
  SELECT a.i * 256 + b.i FROM n a CROSS JOIN n b
//

-- Applies a batch of groups of changes, each whose expected versions all hold. Never waits: a group with a key that somebody
-- else is changing is busy. No key that is written occurs twice in a batch.
--   own: whether to make a transaction of it; else it becomes a part of the one that is open
--   changes: of each [group, guard, act, kind, name, expected]; act: 0 check, 1 write, 2 delete; name in hexadecimal digits;
--     expected: the version that the record has to have, 0 for none
--   writes: of each that writes [group, kind, name, expected, due, due after the change, owner, user, others, body]
--   parties: of each [group, kind, name, number, role, id]
--   told: of each group what holdfast_change keeps of it; event_count: in all of them
--   checked: how many changes only check; makes, updates, deletes: whether any change does so
-- The last set of the answer has one row: version and time of all that was applied, and lists of the groups that were busy and
-- in conflict. If any was in conflict, the set before it has the records that these groups named, by the number of the change.
CREATE OR REPLACE PROCEDURE holdfast_apply(
  IN own BOOLEAN, IN changes LONGTEXT CHARACTER SET utf8mb4, IN writes LONGTEXT CHARACTER SET utf8mb4,
  IN parties LONGTEXT CHARACTER SET utf8mb4, IN told LONGTEXT CHARACTER SET utf8mb4, IN event_count INT,
  IN written INT, IN checked INT, IN makes BOOLEAN, IN updates BOOLEAN, IN deletes BOOLEAN)
  MODIFIES SQL DATA SQL SECURITY INVOKER
BEGIN
  DECLARE patience INT DEFAULT @@innodb_lock_wait_timeout;
  DECLARE got, shared, free, busy, conflicts, skipped LONGTEXT CHARACTER SET ascii DEFAULT NULL;
  DECLARE applied LONGTEXT CHARACTER SET utf8mb4 DEFAULT told;
  DECLARE applied_events INT DEFAULT event_count;
  DECLARE got_count, shared_count, old_parties, tries INT DEFAULT 0;
  DECLARE hit BOOLEAN DEFAULT FALSE;
  DECLARE next_version BIGINT DEFAULT NULL;
  DECLARE now_micros BIGINT;
  DECLARE EXIT HANDLER FOR SQLEXCEPTION BEGIN
    IF own THEN
      ROLLBACK;
    ELSE
      ROLLBACK TO SAVEPOINT holdfast;
    END IF;
    SET SESSION innodb_lock_wait_timeout = patience;
    RESIGNAL;
  END;

  IF patience = 0 THEN
    -- With 0, a row that is passed over would end the whole transaction.
    SET SESSION innodb_lock_wait_timeout = 1;
  END IF;
  IF NOT own THEN
    SAVEPOINT holdfast;
  END IF;

  REPEAT
    SET tries = tries + 1, hit = FALSE, busy = NULL, conflicts = NULL, shared = NULL, shared_count = 0,
      applied = told, applied_events = event_count;
    IF own THEN
      SET TRANSACTION ISOLATION LEVEL READ COMMITTED;
      START TRANSACTION;
    END IF;

    -- Before anything is read: each statement below sees all that those did who had these keys before.
    SELECT GROUP_CONCAT(g.id), COUNT(*) INTO got, got_count
    FROM JSON_TABLE(changes, '$[*]' COLUMNS (guard INT PATH '$[1]', act INT PATH '$[2]')) c
    STRAIGHT_JOIN holdfast_guard g ON g.id = c.guard WHERE c.act > 0 FOR UPDATE SKIP LOCKED;
    IF checked > 0 THEN
      SELECT GROUP_CONCAT(g.id), COUNT(*) INTO shared, shared_count
      FROM JSON_TABLE(changes, '$[*]' COLUMNS (guard INT PATH '$[1]', act INT PATH '$[2]')) c
      STRAIGHT_JOIN holdfast_guard g ON g.id = c.guard WHERE c.act = 0 LOCK IN SHARE MODE SKIP LOCKED;
    END IF;
    SET now_micros = TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(6))
      + GREATEST(0, LEAST(60000000, TIMESTAMPDIFF(MICROSECOND, NOW(6), SYSDATE(6)))); -- NOW is when this call began
    IF got_count < written OR shared_count < checked THEN
      SELECT GROUP_CONCAT(DISTINCT c.grp) INTO busy
      FROM JSON_TABLE(changes, '$[*]' COLUMNS (grp INT PATH '$[0]', guard INT PATH '$[1]', act INT PATH '$[2]')) c
      WHERE NOT COALESCE(FIND_IN_SET(c.guard, got), 0) AND (c.act > 0 OR NOT COALESCE(FIND_IN_SET(c.guard, shared), 0));
    END IF;
    IF tries > 1 THEN
      -- A row may be locked by those who change it by other means.
      SELECT GROUP_CONCAT(c.number) INTO free
      FROM JSON_TABLE(changes, '$[*]' COLUMNS (number FOR ORDINALITY, act INT PATH '$[2]',
        kind VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin PATH '$[3]', name VARCHAR(6000) PATH '$[4]')) c
      STRAIGHT_JOIN holdfast_record r ON r.kind = c.kind AND r.name = UNHEX(c.name)
      WHERE c.act > 0 FOR UPDATE SKIP LOCKED;
      SELECT CONCAT_WS(',', busy, GROUP_CONCAT(DISTINCT c.grp)) INTO busy
      FROM JSON_TABLE(changes, '$[*]' COLUMNS (number FOR ORDINALITY, grp INT PATH '$[0]', act INT PATH '$[2]',
        kind VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin PATH '$[3]', name VARCHAR(6000) PATH '$[4]')) c
      STRAIGHT_JOIN holdfast_record r ON r.kind = c.kind AND r.name = UNHEX(c.name)
      WHERE c.act > 0 AND NOT COALESCE(FIND_IN_SET(c.number, free), 0);
    END IF;
    SET skipped = COALESCE(busy, '');

    SELECT GROUP_CONCAT(DISTINCT IF(COALESCE(r.version, 0) <> c.expected, c.grp, NULL)), SUM(IF(c.act > 0, r.others, 0))
    INTO conflicts, old_parties
    FROM JSON_TABLE(changes, '$[*]' COLUMNS (grp INT PATH '$[0]', act INT PATH '$[2]',
      kind VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin PATH '$[3]', name VARCHAR(6000) PATH '$[4]',
      expected BIGINT PATH '$[5]')) c
    LEFT JOIN holdfast_record r ON r.kind = c.kind AND r.name = UNHEX(c.name)
    WHERE skipped = '' OR NOT FIND_IN_SET(c.grp, skipped);
    SET skipped = CONCAT_WS(',', NULLIF(skipped, ''), conflicts);
    IF skipped <> '' THEN
      SELECT CONCAT('[', GROUP_CONCAT(t.text ORDER BY t.grp SEPARATOR ','), ']'), SUM(COALESCE(JSON_LENGTH(t.text, '$.events'), 0))
      INTO applied, applied_events
      FROM JSON_TABLE(told, '$[*]' COLUMNS (grp FOR ORDINALITY, text JSON PATH '$')) t
      WHERE NOT FIND_IN_SET(t.grp, skipped);
    END IF;

    IF applied IS NOT NULL THEN
      SET SESSION innodb_lock_wait_timeout = 0;
      BEGIN
        DECLARE EXIT HANDLER FOR 1205, 1062 SET hit = TRUE;
        INSERT INTO holdfast_change (stamp, events, told) VALUES (now_micros, applied_events, applied);
        SET next_version = LAST_INSERT_ID();
        IF old_parties > 0 THEN
          DELETE p FROM JSON_TABLE(changes, '$[*]' COLUMNS (grp INT PATH '$[0]', act INT PATH '$[2]',
            kind VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin PATH '$[3]', name VARCHAR(6000) PATH '$[4]')) c
          STRAIGHT_JOIN holdfast_party p ON p.kind = c.kind AND p.name = UNHEX(c.name)
          WHERE c.act > 0 AND NOT FIND_IN_SET(c.grp, skipped);
        END IF;
        IF makes THEN
          INSERT INTO holdfast_record (kind, name, version, stamp, due, owner_id, user_id, others, body)
          SELECT w.kind, UNHEX(w.name), next_version, now_micros,
            COALESCE(LEAST(w.due, now_micros + w.after), w.due, now_micros + w.after), w.owner, w.user, w.others, w.body
          FROM JSON_TABLE(writes, '$[*]' COLUMNS (grp INT PATH '$[0]', kind VARCHAR(16) PATH '$[1]',
            name VARCHAR(6000) PATH '$[2]', expected BIGINT PATH '$[3]', due BIGINT PATH '$[4]', after BIGINT PATH '$[5]',
            owner VARCHAR(2600) PATH '$[6]', user VARCHAR(2600) PATH '$[7]', others INT PATH '$[8]',
            body LONGTEXT PATH '$[9]')) w
          WHERE w.expected = 0 AND NOT FIND_IN_SET(w.grp, skipped);
        END IF;
        IF updates THEN
          UPDATE JSON_TABLE(writes, '$[*]' COLUMNS (grp INT PATH '$[0]',
            kind VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin PATH '$[1]', name VARCHAR(6000) PATH '$[2]',
            expected BIGINT PATH '$[3]', due BIGINT PATH '$[4]', after BIGINT PATH '$[5]', owner VARCHAR(2600) PATH '$[6]',
            user VARCHAR(2600) PATH '$[7]', others INT PATH '$[8]', body LONGTEXT PATH '$[9]')) w
          STRAIGHT_JOIN holdfast_record r ON r.kind = w.kind AND r.name = UNHEX(w.name)
          SET r.version = next_version, r.stamp = now_micros,
            r.due = COALESCE(LEAST(w.due, now_micros + w.after), w.due, now_micros + w.after),
            r.owner_id = w.owner, r.user_id = w.user, r.others = w.others, r.body = w.body
          WHERE w.expected > 0 AND NOT FIND_IN_SET(w.grp, skipped);
        END IF;
        IF deletes THEN
          DELETE r FROM JSON_TABLE(changes, '$[*]' COLUMNS (grp INT PATH '$[0]', act INT PATH '$[2]',
            kind VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin PATH '$[3]', name VARCHAR(6000) PATH '$[4]')) c
          STRAIGHT_JOIN holdfast_record r ON r.kind = c.kind AND r.name = UNHEX(c.name)
          WHERE c.act = 2 AND NOT FIND_IN_SET(c.grp, skipped);
        END IF;
        IF parties IS NOT NULL THEN
          INSERT INTO holdfast_party (kind, name, number, role, id)
          SELECT p.kind, UNHEX(p.name), p.number, p.role, p.id
          FROM JSON_TABLE(parties, '$[*]' COLUMNS (grp INT PATH '$[0]', kind VARCHAR(16) PATH '$[1]',
            name VARCHAR(6000) PATH '$[2]', number INT PATH '$[3]', role VARCHAR(5) PATH '$[4]', id VARCHAR(2600) PATH '$[5]')) p
          WHERE NOT FIND_IN_SET(p.grp, skipped);
        END IF;
      END;
      SET SESSION innodb_lock_wait_timeout = GREATEST(1, patience);
    END IF;

    IF hit THEN
      IF own THEN
        ROLLBACK;
      ELSE
        ROLLBACK TO SAVEPOINT holdfast;
      END IF;
      SET next_version = NULL;
    END IF;
  UNTIL NOT hit OR tries = 2 END REPEAT;

  IF hit THEN
    SELECT GROUP_CONCAT(DISTINCT c.grp) INTO busy FROM JSON_TABLE(changes, '$[*]' COLUMNS (grp INT PATH '$[0]')) c;
    SET conflicts = NULL;
  END IF;
  IF conflicts IS NOT NULL THEN
    SELECT c.number, r.version, r.stamp, r.body
    FROM JSON_TABLE(changes, '$[*]' COLUMNS (number FOR ORDINALITY, grp INT PATH '$[0]',
      kind VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin PATH '$[3]', name VARCHAR(6000) PATH '$[4]')) c
    STRAIGHT_JOIN holdfast_record r ON r.kind = c.kind AND r.name = UNHEX(c.name)
    WHERE FIND_IN_SET(c.grp, conflicts);
  END IF;
  IF own THEN
    COMMIT;
  END IF;
  IF patience = 0 THEN
    SET SESSION innodb_lock_wait_timeout = 0;
  END IF;
  SELECT next_version, now_micros, busy, conflicts;
END
//

-- The locks as people and reports want them: a row for each hold. Times are in the time zone of the session.
CREATE OR REPLACE SQL SECURITY INVOKER VIEW app_lock AS
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
    IF(h.mode = 'SHARED', 'read', 'exclusive_write') AS lock_type,
    COALESCE(h.owner_name, h.owner_id) AS owner_name,
    COALESCE(h.user_id, '') AS user_id,
    IF(COALESCE(h.fence, 0) = 0, r.version, h.fence) AS fence,
    COALESCE(h.note, '') AS note,
    r.name,
    IF(h.since = '@', r.stamp, TIMESTAMPDIFF(MICROSECOND, '1970-01-01', CAST(REPLACE(REPLACE(h.since, 'T', ' '), 'Z', '') AS DATETIME(6)))) AS since,
    IF(COALESCE(h.active, h.since) = '@', r.stamp, TIMESTAMPDIFF(MICROSECOND, '1970-01-01', CAST(REPLACE(REPLACE(COALESCE(h.active, h.since), 'T', ' '), 'Z', '') AS DATETIME(6)))) AS active,
    IF(COALESCE(h.seen, h.since) = '@', r.stamp, TIMESTAMPDIFF(MICROSECOND, '1970-01-01', CAST(REPLACE(REPLACE(COALESCE(h.seen, h.since), 'T', ' '), 'Z', '') AS DATETIME(6)))) AS seen,
    CAST((COALESCE(NULLIF(REGEXP_SUBSTR(h.absolute, '[0-9]+(?=H)'), ''), 0) * 3600
      + COALESCE(NULLIF(REGEXP_SUBSTR(h.absolute, '[0-9]+(?=M)'), ''), 0) * 60
      + COALESCE(NULLIF(REGEXP_SUBSTR(h.absolute, '[0-9.]+(?=S)'), ''), 0)) * 1000000 + NULLIF(h.absolute, h.absolute) AS SIGNED) AS absolute,
    NULL AS idle,
    NULL AS grace
  FROM holdfast_record r,
    JSON_TABLE(r.body, '$.holds[*]' COLUMNS (
      owner_id VARCHAR(2600) PATH '$.owner.id', owner_name VARCHAR(2600) PATH '$.owner.name',
      user_id VARCHAR(2600) PATH '$.owner.user', mode VARCHAR(16) PATH '$.mode', fence BIGINT PATH '$.fence',
      note LONGTEXT PATH '$.note', since VARCHAR(40) PATH '$.since', active VARCHAR(40) PATH '$.active',
      seen VARCHAR(40) PATH '$.seen', absolute VARCHAR(40) PATH '$.lease.absolute', idle VARCHAR(40) PATH '$.lease.idle',
      grace VARCHAR(40) PATH '$.lease.grace')) h
  WHERE r.kind = 'LOCK'
) l
//

INSERT IGNORE INTO holdfast_layout (number) VALUES (1)
//

DELIMITER ;
