#!/bin/sh
# Makes the secrets of deploy/compose.yaml that are not there yet, and says which one is left to you.
set -eu
cd "$(dirname "$0")"
umask 077
mkdir -p secrets backup
random() { head -c 32 /dev/urandom | od -An -tx1 | tr -d ' \n'; }
make() { [ -s "secrets/$1" ] || printf '%s' "$2" > "secrets/$1"; }
make postgres_password "$(random)"
make owner_password "$(random)"
make metrics_token "$(random)"
make secret_key "$(random)"
make database_url "postgres://storewright:$(cat secrets/owner_password)@postgres:5432/storewright"
# Compose passes files on as they are, so the user of each image has to be able to read its own: 1000 is node, 999 postgres.
own() { chown "$1" "$2" 2>/dev/null || echo "Run this as root, or give deploy/$2 to the user $1."; }
for name in secrets/database_url secrets/metrics_token secrets/secret_key backup; do own 1000 "$name"; done
for name in secrets/postgres_password secrets/owner_password; do own 999 "$name"; done
if [ ! -s secrets/smtp_url ]; then
  echo 'Write the address of your mail server into deploy/secrets/smtp_url, such as smtps://name:password@mail.example.com'
  echo 'and run this again.'
  exit 1
fi
own 1000 secrets/smtp_url
