#!/bin/sh
# Makes the servers known to the coordinator: nodes.sh COORDINATOR WORKER … , each as HOST or HOST:PORT. A worker that is
# known stays. One that is added later has no shards of the log before they are spread: see docs/citus.md.
set -eu
bin=${POSTGRES_BIN:-/usr/lib/postgresql/15/bin}
host() { echo "${1%%:*}"; }
port() { case $1 in *:*) echo "${1##*:}" ;; *) echo 5432 ;; esac }

coordinator=$1
shift
ask() { "$bin/psql" -q -At -v ON_ERROR_STOP=1 -h "$(host "$coordinator")" -p "$(port "$coordinator")" -U nho -d nho -c "$1"; }
until ask 'select' > /dev/null 2>&1; do sleep 1; done
ask "select citus_set_coordinator_host('$(host "$coordinator")', $(port "$coordinator"))"
for worker in "$@"; do
  # A worker that still starts is waited for.
  tries=0
  until ask "select citus_add_node('$(host "$worker")', $(port "$worker"))"; do
    tries=$((tries + 1))
    [ "$tries" -lt 60 ] || exit 1
    sleep 1
  done
done
ask 'select nodename, nodeport, isactive from pg_dist_node order by groupid'
