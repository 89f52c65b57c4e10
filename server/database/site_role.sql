-- The role that the hosts sign in with: it reads and writes rows, and can't touch a table.
-- psql runs this once, as the owner of the database, before the first `migrate`; the password comes
-- from SITE_PASSWORD in the environment.
\getenv site_password SITE_PASSWORD
CREATE ROLE chanoki_site LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE PASSWORD :'site_password';
REVOKE CREATE ON SCHEMA public FROM PUBLIC;
GRANT USAGE ON SCHEMA public TO chanoki_site;
-- Of everything that the owner makes from here on, by whatever later step of the migrations.
ALTER DEFAULT PRIVILEGES IN SCHEMA public
  GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO chanoki_site;
ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT USAGE, SELECT ON SEQUENCES TO chanoki_site;
