#!/bin/sh
# Runs one server. At its first start it makes the cluster, with the product's database and Citus in it.
#
# POSTGRES_PASSWORD: of the owner, nho, on every server the same.
# SERVERS_NETWORK: addresses of the servers, which trust each other. Nothing else may be in that network.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
bin=${POSTGRES_BIN:-/usr/lib/postgresql/15/bin}
port=${PGPORT:-5432}
sockets=${SOCKETS:-/tmp}

if [ ! -d "$PGDATA" ]; then
  # What a start left that was ended half-way.
  rm -rf "$PGDATA.new"
  printf '%s\n' "${POSTGRES_PASSWORD:?}" > "$PGDATA.password"
  "$bin/initdb" --pgdata="$PGDATA.new" --username=nho --pwfile="$PGDATA.password" --auth=scram-sha-256 \
    --encoding=UTF8 --locale=C.UTF-8
  rm -f "$PGDATA.password"
  cat > "$PGDATA.new/pg_hba.conf" <<HBA
local all all trust
host all all ${SERVERS_NETWORK:?} trust
host all all all scram-sha-256
HBA
  # Nobody else is answered before all of it is there.
  "$bin/pg_ctl" -D "$PGDATA.new" -w start -o "-c config_file=$here/postgresql.conf -c listen_addresses='' -k $sockets -p $port"
  "$bin/psql" -q -v ON_ERROR_STOP=1 -h "$sockets" -p "$port" -U nho -d postgres -c 'create database nho'
  "$bin/psql" -q -v ON_ERROR_STOP=1 -h "$sockets" -p "$port" -U nho -d nho -c 'create extension citus'
  "$bin/pg_ctl" -D "$PGDATA.new" -w stop
  mv "$PGDATA.new" "$PGDATA"
fi

exec "$bin/postgres" -D "$PGDATA" -c config_file="$here/postgresql.conf" -c listen_addresses="${LISTEN:-*}" \
  -k "$sockets" -p "$port"
