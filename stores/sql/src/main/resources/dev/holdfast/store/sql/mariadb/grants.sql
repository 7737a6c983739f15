
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
