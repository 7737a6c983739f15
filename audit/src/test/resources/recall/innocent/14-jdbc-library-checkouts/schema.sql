CREATE TABLE book_checkout (
    id BIGINT PRIMARY KEY,
    book_id BIGINT NOT NULL,
    member_id BIGINT NOT NULL,
    due_on DATE NOT NULL,
    returned_on DATE
);
