#!/bin/sh
# As the entry point of the official image: as root it gives its folder to the user redis and becomes that user, which needs capabilities.
set -e
if [ "${1#-}" != "$1" ]; then set -- redis-server "$@"; fi
if [ "$1" = redis-server ] && [ "$(id -u)" = 0 ]; then
  find . ! -user redis -exec chown redis '{}' +
  exec setpriv --reuid redis --regid redis --clear-groups "$0" "$@"
fi
exec "$@"
