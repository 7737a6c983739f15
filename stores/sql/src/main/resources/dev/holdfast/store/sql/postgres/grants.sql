
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
