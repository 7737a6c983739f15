DELIMITER //

-- Large values, such as the state of Terraform. Made when a server first keeps values here.
CREATE TABLE IF NOT EXISTS holdfast_value_layout (
  number INT PRIMARY KEY,
  applied_at TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP
) ENGINE = InnoDB
//

-- One row for each name, with its current version.
CREATE TABLE IF NOT EXISTS holdfast_value_head (
  name VARBINARY(3000) PRIMARY KEY, -- as in holdfast_record
  revision BIGINT NOT NULL,         -- grows with each change
  current_id VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin, -- the version that readers get
  last BIGINT NOT NULL,             -- the number of the newest version
  note LONGTEXT NOT NULL,           -- JSON
  author VARCHAR(600) NOT NULL,     -- the user who made it; empty for none
  KEY holdfast_value_head_author (author)
) ENGINE = InnoDB ROW_FORMAT = DYNAMIC CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin
//

-- Versions, and uploads that have not ended.
CREATE TABLE IF NOT EXISTS holdfast_value_version (
  id VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin PRIMARY KEY,
  name VARBINARY(3000) NOT NULL,
  author VARCHAR(600) NOT NULL,     -- the user who wrote it
  number BIGINT NOT NULL,           -- counts the versions of a name from 1; 0 for uploads and rejected ones
  state VARCHAR(1) CHARACTER SET ascii COLLATE ascii_bin NOT NULL, -- w: being written, k: kept, r: rejected
  created BIGINT NOT NULL,          -- microseconds since 1970 by the server that wrote it
  size BIGINT NOT NULL,             -- bytes
  chunks INT NOT NULL,
  about LONGTEXT NOT NULL,          -- JSON
  KEY holdfast_value_version_name (name),
  KEY holdfast_value_version_rejected (author, state),
  KEY holdfast_value_version_state (state, created)
) ENGINE = InnoDB ROW_FORMAT = DYNAMIC CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin
//

CREATE TABLE IF NOT EXISTS holdfast_value_chunk (
  id VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  number INT NOT NULL,              -- from 0
  data LONGBLOB NOT NULL,
  PRIMARY KEY (id, number)
) ENGINE = InnoDB ROW_FORMAT = DYNAMIC CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin
//

-- What a user needs who keeps values but may not make tables; replace the word locks by the name of the database.
-- GRANT SELECT ON locks.holdfast_value_layout TO app;
-- GRANT SELECT, INSERT, UPDATE ON locks.holdfast_value_head TO app;
-- GRANT SELECT, INSERT, UPDATE, DELETE ON locks.holdfast_value_version TO app;
-- GRANT SELECT, INSERT, DELETE ON locks.holdfast_value_chunk TO app;

INSERT IGNORE INTO holdfast_value_layout (number) VALUES (1)
//

DELIMITER ;
