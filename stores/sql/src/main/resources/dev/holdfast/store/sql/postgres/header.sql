-- The tables of Holdfast in PostgreSQL 13 or later: apply this as their owner, in one transaction, to a database with the encoding
-- UTF8. For a schema of another name replace the word holdfast, and name it in the address: ?schema=NAME.

