-- The tables of Holdfast in MariaDB 10.6 or later: apply this with MariaDB's own client, as a user who may make tables, views and
-- routines, to the database that shall have them:
--   mariadb --user=root locks < mariadb.sql

