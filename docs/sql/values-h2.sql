CREATE SCHEMA IF NOT EXISTS holdfast;

-- Large values, such as the state of Terraform. Made when a server first keeps values here.
CREATE TABLE IF NOT EXISTS holdfast.value_layout (
  number INTEGER PRIMARY KEY,
  applied_at TIMESTAMP WITH TIME ZONE DEFAULT CURRENT_TIMESTAMP NOT NULL
);

-- One row for each name, with its current version.
CREATE TABLE IF NOT EXISTS holdfast.value_head (
  name BINARY VARYING(20000) PRIMARY KEY, -- as in record
  revision BIGINT NOT NULL,               -- grows with each change
  current_id CHARACTER VARYING(40),       -- the version that readers get
  last BIGINT NOT NULL,                   -- the number of the newest version
  note CHARACTER VARYING(100000) NOT NULL, -- JSON
  author CHARACTER VARYING(1000) NOT NULL -- the user who made it; empty for none
);
CREATE INDEX IF NOT EXISTS holdfast.value_head_author ON holdfast.value_head (author);

-- Versions, and uploads that have not ended.
CREATE TABLE IF NOT EXISTS holdfast.value_version (
  id CHARACTER VARYING(40) PRIMARY KEY,
  name BINARY VARYING(20000) NOT NULL,
  author CHARACTER VARYING(1000) NOT NULL, -- the user who wrote it
  number BIGINT NOT NULL,                  -- counts the versions of a name from 1; 0 for uploads and rejected ones
  state CHARACTER VARYING(1) NOT NULL,     -- w: being written, k: kept, r: rejected
  created BIGINT NOT NULL,                 -- microseconds since 1970 by the server that wrote it
  size BIGINT NOT NULL,                    -- bytes
  chunks INTEGER NOT NULL,
  about CHARACTER VARYING(100000) NOT NULL -- JSON
);
CREATE INDEX IF NOT EXISTS holdfast.value_version_name ON holdfast.value_version (name);
CREATE INDEX IF NOT EXISTS holdfast.value_version_rejected ON holdfast.value_version (author, state);
CREATE INDEX IF NOT EXISTS holdfast.value_version_state ON holdfast.value_version (state, created);

CREATE TABLE IF NOT EXISTS holdfast.value_chunk (
  id CHARACTER VARYING(40) NOT NULL,
  number INTEGER NOT NULL,                 -- from 0
  data BINARY VARYING(1000000) NOT NULL,
  PRIMARY KEY (id, number)
);

-- What a user needs who keeps values but may not make tables.
-- GRANT SELECT ON holdfast.value_layout TO app;
-- GRANT SELECT, INSERT, UPDATE ON holdfast.value_head TO app;
-- GRANT SELECT, INSERT, UPDATE, DELETE ON holdfast.value_version TO app;
-- GRANT SELECT, INSERT, DELETE ON holdfast.value_chunk TO app;

MERGE INTO holdfast.value_layout (number) KEY (number) VALUES (1);
