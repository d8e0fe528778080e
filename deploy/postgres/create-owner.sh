#!/bin/sh
# Creates the role that owns the tables when the database is initialized. It can create roles, but is not a superuser.
set -eu
password=$(cat /run/secrets/owner_password)
psql --set ON_ERROR_STOP=1 --set password="$password" --username "$POSTGRES_USER" --dbname postgres <<'SQL'
create role storewright login createrole password :'password';
create database storewright owner storewright;
SQL
