-- A row for each aggregate whose members share a version. Each member has a column for its id:
--   version_id INTEGER NOT NULL REFERENCES version (id)
CREATE TABLE IF NOT EXISTS version (
  id INTEGER PRIMARY KEY,
  value INTEGER NOT NULL DEFAULT 0,
  modified_by TEXT,
  modified TIMESTAMP NOT NULL
);
