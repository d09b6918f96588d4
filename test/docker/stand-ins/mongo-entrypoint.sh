#!/bin/bash
# As the official image: the first start makes the user that the environment names; from then on credentials are asked for.
set -euo pipefail
serve() { exec python3 -c 'import sys; from secantus.cli import main; sys.exit(main())' --host "$1" --port 27017 --storage-path /data/db --sync-on-commit --standalone "${@:2}"; }
if [[ ! -f /data/db/user-made ]]; then
  serve 127.0.0.1 &
  python3 - <<'PY'
import os, time, pymongo
client = pymongo.MongoClient('mongodb://127.0.0.1:27017', directConnection=True)
name, password = os.environ['MONGO_INITDB_ROOT_USERNAME'], os.environ['MONGO_INITDB_ROOT_PASSWORD']
client.admin.command('createUser', name, pwd=password, roles=[{'role': 'root', 'db': 'admin'}])
PY
  # Each commit was synced; a server that the health check has connected to may not end at a SIGTERM.
  kill -KILL %1
  wait %1 || true
  touch /data/db/user-made
fi
serve 0.0.0.0 --auth
