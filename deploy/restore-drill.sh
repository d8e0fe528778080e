#!/bin/sh
# Restores a backup of pgBackRest into a temporary server, verifies the audit and counts the rows. The running database
# is not touched. Run it as root or as the user postgres, on a machine with pgBackRest, the programs of the same
# PostgreSQL and Storewright:
#   sh deploy/restore-drill.sh                            the end of the archive
#   sh deploy/restore-drill.sh '2026-11-30 12:00:00+00'   the state at this time
# Variables: STANZA, OWNER_ROLE and DATABASE (storewright), PG_BIN (the programs), DRILL_DIR (a disk with enough space),
# those of pgBackRest, such as PGBACKREST_CONFIG, and DATA_DIR, or FILES_URL with its keys: archived months of the audit
# are files.
set -eu
target=${1:-}
stanza=${STANZA:-storewright}
owner=${OWNER_ROLE:-storewright}
database=${DATABASE:-storewright}
bin=${PG_BIN:-$(ls -d /usr/lib/postgresql/*/bin | sort -V | tail -n 1)}
# PostgreSQL does not run as root.
as_postgres() { if [ "$(id -u)" = 0 ]; then (cd / && runuser -u postgres -- "$@"); else "$@"; fi; }
started=$(date +%s)
dir=$(as_postgres mktemp -d "${DRILL_DIR:-/var/tmp}/restore-drill.XXXXXX")
stop() {
  as_postgres "$bin/pg_ctl" -D "$dir/data" -m immediate -s stop 2>/dev/null || true
  rm -rf "$dir"
}
trap stop EXIT
trap 'exit 1' INT TERM

# Without the archive mode off, the temporary server would write into the archive.
as_postgres pgbackrest --stanza="$stanza" --pg1-path="$dir/data" --lock-path="$dir/lock" --log-level-file=off \
  --archive-mode=off ${target:+--type=time "--target=$target" --target-action=promote} restore
echo "Restored $(du -sh "$dir/data" | cut -f 1) in $(($(date +%s) - started)) s. Applying the log …"

# Debian keeps the configuration elsewhere. During recovery, these limits must be at least those of the primary.
limit() { "$bin/pg_controldata" -D "$dir/data" | sed -n "s/^$1 setting: *//p"; }
port=$(($(od -An -N2 -tu2 /dev/urandom) % 20000 + 40000))
password=$(od -An -N24 -tx1 /dev/urandom | tr -d ' \n')
as_postgres tee "$dir/hba.conf" >/dev/null <<HBA
local all postgres trust
host $database $owner 127.0.0.1/32 scram-sha-256
HBA
as_postgres tee "$dir/data/postgresql.conf" >/dev/null <<CONF
port = $port
listen_addresses = '127.0.0.1'
unix_socket_directories = '$dir'
hba_file = '$dir/hba.conf'
archive_mode = off
max_connections = $(limit max_connections)
max_worker_processes = $(limit max_worker_processes)
max_wal_senders = $(limit max_wal_senders)
max_prepared_transactions = $(limit max_prepared_xacts)
max_locks_per_transaction = $(limit max_locks_per_xact)
CONF
as_postgres "$bin/pg_ctl" -D "$dir/data" -l "$dir/postgres.log" -w -t 86400 -s start ||
  { tail -n 20 "$dir/postgres.log" >&2; exit 1; }
query() { as_postgres "$bin/psql" -h "$dir" -p "$port" -U postgres -d "$1" -XAtq -v ON_ERROR_STOP=1 -F ' ' -f -; }
while [ "$(echo 'select pg_is_in_recovery()' | query postgres)" = t ]; do sleep 1; done
echo "Recovered after $(($(date +%s) - started)) s."
# Not for a recovery to a time, which can end before the last promotion.
[ -n "$target" ] || sh "$(dirname "$(realpath "$0")")/postgres/check-recovery.sh" "$dir/data"

echo "alter role \"$owner\" password '$password'" | query postgres
cd "$(dirname "$0")/.."
node=node_modules/.bin/node
[ -x "$node" ] || node=node
DATABASE_URL="postgres://$owner:$password@127.0.0.1:$port/$database" "$node" scripts/verify-audit.ts

echo "select 'The newest entry of the audit is from ' || max(at) || '.' from audit" | query "$database"
query "$database" <<'SQL'
select format('select %L, count(*) from %I', relname, relname) from pg_class
where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
order by relname \gexec
SQL
stores=$(echo 'select count(*) from store' | query "$database")
[ "$stores" -gt 0 ] || { echo 'The backup contains no store.' >&2; exit 1; }
echo "The drill passed after $(($(date +%s) - started)) s."
