#!/usr/bin/env bash
# By what an installed copy of the action is cached: every file of it, but nothing that installing makes.
set -euo pipefail
cd "$GITHUB_ACTION_PATH"
key=$(find . \( -name node_modules -o -name dist -o -name .git \) -prune -o -type f -print0 |
  LC_ALL=C sort -z | xargs -0 sha256sum | sha256sum | cut -d ' ' -f 1)
echo "key=$key" >>"$GITHUB_OUTPUT"
