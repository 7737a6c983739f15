-- Large values, such as the state of Terraform. Made when a server first keeps values here.
CREATE TABLE value_layout (number INTEGER PRIMARY KEY);

-- One row for each name, with its current version.
CREATE TABLE value_head (
  name BLOB PRIMARY KEY,   -- as in record
  revision INTEGER NOT NULL, -- grows with each change
  current_id TEXT,         -- the version that readers get
  last INTEGER NOT NULL,   -- the number of the newest version
  note TEXT NOT NULL,      -- JSON
  author TEXT NOT NULL     -- the user who made it; empty for none
) WITHOUT ROWID;
CREATE INDEX value_head_author ON value_head (author);

-- Versions, and uploads that have not ended.
CREATE TABLE value_version (
  id TEXT PRIMARY KEY,
  name BLOB NOT NULL,
  author TEXT NOT NULL,    -- the user who wrote it
  number INTEGER NOT NULL, -- counts the versions of a name from 1, 0 for uploads and rejected ones
  state TEXT NOT NULL,     -- w: being written, k: kept, r: rejected
  created INTEGER NOT NULL, -- microseconds since 1970
  size INTEGER NOT NULL,   -- bytes
  chunks INTEGER NOT NULL,
  about TEXT NOT NULL      -- JSON
) WITHOUT ROWID;
CREATE INDEX value_version_name ON value_version (name);
CREATE INDEX value_version_rejected ON value_version (author) WHERE state = 'r';
CREATE INDEX value_version_state ON value_version (created) WHERE state = 'w';

CREATE TABLE value_chunk (
  id TEXT NOT NULL,
  number INTEGER NOT NULL, -- from 0
  data BLOB NOT NULL,
  UNIQUE (id, number)
);

INSERT INTO value_layout (number) VALUES (1);
