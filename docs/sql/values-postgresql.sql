CREATE SCHEMA IF NOT EXISTS holdfast;

-- Large values, such as the state of Terraform. Made when a server first keeps values here.
CREATE TABLE holdfast.value_layout (
  number integer PRIMARY KEY,
  applied_at timestamptz NOT NULL DEFAULT clock_timestamp()
);

-- One row for each name, with its current version.
CREATE TABLE holdfast.value_head (
  name bytea PRIMARY KEY,       -- as in record
  revision bigint NOT NULL,     -- grows with each change
  current_id text,              -- the version that readers get
  last bigint NOT NULL,         -- the number of the newest version
  note text NOT NULL,           -- JSON
  author text NOT NULL          -- the user who made it; empty for none
);
CREATE INDEX value_head_author ON holdfast.value_head (author);

-- Versions, and uploads that have not ended.
CREATE TABLE holdfast.value_version (
  id text COLLATE "C" PRIMARY KEY,
  name bytea NOT NULL,
  author text NOT NULL,         -- the user who wrote it
  number bigint NOT NULL,       -- counts the versions of a name from 1; 0 for uploads and rejected ones
  state text COLLATE "C" NOT NULL, -- w: being written, k: kept, r: rejected
  created bigint NOT NULL,      -- microseconds since 1970 by the server that wrote it
  size bigint NOT NULL,         -- bytes
  chunks integer NOT NULL,
  about text NOT NULL           -- JSON
);
CREATE INDEX value_version_name ON holdfast.value_version (name);
CREATE INDEX value_version_rejected ON holdfast.value_version (author) WHERE state = 'r';
CREATE INDEX value_version_state ON holdfast.value_version (created) WHERE state = 'w';

CREATE TABLE holdfast.value_chunk (
  id text COLLATE "C" NOT NULL,
  number integer NOT NULL,      -- from 0
  data bytea NOT NULL,
  PRIMARY KEY (id, number)
);
-- Encrypted or not, it is not worth the time to compress it.
ALTER TABLE holdfast.value_chunk ALTER COLUMN data SET STORAGE EXTERNAL;

-- What a role needs that keeps values but may not make tables.
-- GRANT SELECT ON holdfast.value_layout TO app;
-- GRANT SELECT, INSERT, UPDATE ON holdfast.value_head TO app;
-- GRANT SELECT, INSERT, UPDATE, DELETE ON holdfast.value_version TO app;
-- GRANT SELECT, INSERT, DELETE ON holdfast.value_chunk TO app;

INSERT INTO holdfast.value_layout (number) VALUES (1);
