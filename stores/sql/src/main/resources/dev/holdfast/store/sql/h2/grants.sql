
-- What a user needs who uses locks but may not make tables.
-- GRANT SELECT ON holdfast.layout TO app;
-- GRANT SELECT, UPDATE ON holdfast.guard TO app;
-- GRANT SELECT, INSERT, UPDATE, DELETE ON holdfast.record TO app;
-- GRANT SELECT, INSERT, DELETE ON holdfast.party TO app;
-- GRANT SELECT, INSERT, DELETE ON holdfast.change TO app;

-- What a user needs who only looks.
-- GRANT SELECT ON holdfast.app_lock TO reports;
