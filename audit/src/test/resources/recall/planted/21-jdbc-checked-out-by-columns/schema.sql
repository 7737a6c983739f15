CREATE TABLE document (
    id BIGINT PRIMARY KEY,
    title VARCHAR(200) NOT NULL
);

CREATE TABLE document_checkout ( -- finds lock-without-timeout
    document_id BIGINT PRIMARY KEY REFERENCES document (id),
    checked_out_by VARCHAR(80) NOT NULL,
    checked_out_at TIMESTAMP NOT NULL
);
