#!/usr/bin/env bash
# By what an installed copy of the action is cached: every file of it, but nothing that installing makes.
set -euo pipefail
cd "$GITHUB_ACTION_PATH"
made=(-name node_modules -o -name dist -o -name .git -o -name .cache
  -o -path ./packages/models/weights -o -path ./packages/models/sources
  -o -path ./packages/runtime/bin -o -path ./packages/runtime/.upstream)
key=$(find . \( "${made[@]}" \) -prune -o -type f -print0 |
  LC_ALL=C sort -z | xargs -0 sha256sum | sha256sum | cut -d ' ' -f 1)
echo "key=$key" >>"$GITHUB_OUTPUT"
