-- Runs once, in an empty volume. The site's role is no superuser: it owns its database and nothing else.
\getenv password SITE_PASSWORD
create role site login password :'password';
create database site owner site;
