#!/bin/sh
# Creates the missing secrets of deploy/compose.yaml and names the one that you must set.
set -eu
cd "$(dirname "$0")"
umask 077
mkdir -p secrets backup
generate_secret() { head -c 32 /dev/urandom | od -An -tx1 | tr -d ' \n'; }
create_secret() { [ -s "secrets/$1" ] || printf '%s' "$2" > "secrets/$1"; }
create_secret postgres_password "$(generate_secret)"
create_secret owner_password "$(generate_secret)"
create_secret metrics_token "$(generate_secret)"
create_secret secret_key "$(generate_secret)"
create_secret database_url "postgres://storewright:$(cat secrets/owner_password)@postgres:5432/storewright"
# Compose keeps the owner of each file. The users of the images must be able to read them: 1000 is
# node, 999 is postgres.
set_owner() { chown "$1" "$2" 2>/dev/null || echo "Run this script as root, or run: chown $1 deploy/$2"; }
for name in secrets/database_url secrets/metrics_token secrets/secret_key backup; do set_owner 1000 "$name"; done
for name in secrets/postgres_password secrets/owner_password; do set_owner 999 "$name"; done
if [ ! -s secrets/smtp_url ]; then
  echo 'Write the URL of your mail server to deploy/secrets/smtp_url, such as smtps://name:password@mail.example.com.'
  echo 'Then run this script again.'
  exit 1
fi
set_owner 1000 secrets/smtp_url
