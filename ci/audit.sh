#!/usr/bin/env bash
# Audits what the inputs of the action name. "--name=value" keeps a value that begins with a dash from being an option.
set -euo pipefail

arguments=(run --github --quiet)
add() {
  if [[ -n "$2" ]]; then arguments+=("$1=$2"); fi
}
add --checks "${INPUT_CHECKS:-}"
add --threshold "${INPUT_THRESHOLD:-}"
add --scripts "${INPUT_SCRIPTS:-}"
add --baseline "${INPUT_BASELINE:-}"
add --decisions "${INPUT_DECISIONS:-}"
add --fail-on "${INPUT_FAIL_ON:-}"
add --max-flagged "${INPUT_MAX_FLAGGED:-}"
add --junit "${INPUT_JUNIT:-}"
arguments+=(--)
while IFS= read -r path; do
  path=${path%$'\r'}
  if [[ -n "$path" ]]; then arguments+=("$path"); fi
done <<<"${INPUT_PATHS:-}"

status=0
node --single-threaded-gc "$GITHUB_ACTION_PATH/dist/cli/main.js" "${arguments[@]}" || status=$?
echo "exit-code=$status" >>"$GITHUB_OUTPUT"
exit "$status"
