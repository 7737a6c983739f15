BEGIN;
SELECT * FROM article WHERE id = 7 FOR UPDATE;
UPDATE article SET title = 'Seven' WHERE id = 7;
COMMIT;
SELECT pg_sleep(600);

SELECT id FROM stock WHERE id IN (:ids) ORDER BY id FOR UPDATE;
SELECT id FROM stock WHERE id = :id FOR UPDATE WAIT 2;
