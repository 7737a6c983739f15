-- A row for each aggregate whose members share a version. Each member has a column for its id:
--   version_id BIGINT NOT NULL REFERENCES version (id)
CREATE TABLE IF NOT EXISTS version (
  id BIGINT AUTO_INCREMENT PRIMARY KEY,
  value BIGINT NOT NULL DEFAULT 0,
  modified_by VARCHAR(200),
  modified TIMESTAMP(6) NOT NULL DEFAULT CURRENT_TIMESTAMP(6)
);
