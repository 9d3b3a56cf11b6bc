#!/usr/bin/env bash
# Installs and builds the program in the action's own folder, unless that came out of the cache.
set -euo pipefail
cd "$GITHUB_ACTION_PATH"
if [[ -e dist/cli/main.js && -d node_modules ]]; then exit 0; fi
npm ci --no-audit --no-fund
