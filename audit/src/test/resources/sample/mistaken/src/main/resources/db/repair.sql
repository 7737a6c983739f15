BEGIN;
SELECT * FROM article WHERE id = 7 FOR UPDATE; -- finds row-lock-across-think-time
SELECT pg_sleep(600);
COMMIT;

SELECT id FROM stock WHERE id IN (:ids) FOR UPDATE; -- finds unordered-locks
SELECT id FROM stock WHERE id = :id FOR UPDATE WAIT 900; -- finds waiting-for-lock
