-- The tables of Holdfast in H2 2.3.232 or later: apply this as an administrator of the database, for example with
--   java -cp h2.jar org.h2.tools.RunScript -url jdbc:h2:./app -user sa -script h2.sql

