#!/bin/bash
# Settings in the environment become settings of the server, as in the official image.
set -euo pipefail
export ES_PATH_CONF=/tmp/config
cp -r /opt/elasticsearch/config "$ES_PATH_CONF"
{
  echo 'network.host: 0.0.0.0'
  echo 'path.data: /usr/share/elasticsearch/data'
  echo 'path.logs: /usr/share/elasticsearch/logs'
  echo 'cluster.routing.allocation.disk.threshold_enabled: false'
  env -0 | while IFS== read -r -d '' name value; do
    if [[ $name =~ ^[a-z0-9_]+\.[a-z0-9_.]+$ ]]; then echo "$name: $value"; fi
  done
} >"$ES_PATH_CONF/elasticsearch.yml"
exec bash /opt/elasticsearch/bin/elasticsearch
