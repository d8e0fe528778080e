#!/bin/sh
# Fails if a recovery ended before the last promotion: if the log before it has a gap in the archive, PostgreSQL ends the
# recovery there without an error.
#   sh check-recovery.sh DATA_FOLDER
set -eu
# Pads a position in the log such as 1A/2B000000 with zeros, so that positions sort as text.
pad_position() { printf '%08X%08X\n' "0x${1%/*}" "0x${1#*/}"; }

[ -r "$1/PG_VERSION" ] && [ -r "$1/pg_wal" ] || { echo "$1 is no readable folder of PostgreSQL." >&2; exit 2; }
history=$(find -L "$1/pg_wal" -name '*.history' | sort | tail -n 1)
[ -n "$history" ] || exit 0
# The positions of the last two promotions. The last line belongs to the recovery itself.
positions=$(awk '$1 ~ /^[0-9]+$/ { print $2 }' "$history")
# shellcheck disable=SC2046
set -- $(echo "$positions" | tail -n 2)
[ $# = 2 ] || exit 0
last_promotion=$(pad_position "$1")
recovery_end=$(pad_position "$2")
[ "$(printf '%s\n' "$last_promotion" "$recovery_end" | LC_ALL=C sort | head -n 1)" = "$last_promotion" ] && exit 0
echo "The archive lacks a part of the log before the last promotion, so all later writes are missing. Make a full backup" \
  "of the primary." >&2
exit 1
