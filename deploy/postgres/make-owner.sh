#!/bin/sh
# Runs once, when the database is made: the role that owns the tables makes roles, but is no superuser.
set -eu
password=$(cat /run/secrets/owner_password)
psql --set ON_ERROR_STOP=1 --set password="$password" --username "$POSTGRES_USER" --dbname postgres <<'SQL'
create role storewright login createrole password :'password';
create database storewright owner storewright;
SQL
