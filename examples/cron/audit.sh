#!/bin/sh
# Audits the audio files of a folder with nothing but curl. It prints only when something is wrong, as cron wants it.
#   AUDIO_AUDIT_URL=http://localhost:8080 AUDIO_AUDIT_KEY=aa_... audit.sh FOLDER
# It exits 0 when nothing is wrong, 1 when files are to be regenerated or the batch as a whole is odd, 2 when there was no audit.
set -eu
folder=${1:?give a folder}
: "${AUDIO_AUDIT_URL:?}" "${AUDIO_AUDIT_KEY:?}"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

set --
for file in "$folder"/*.mp3 "$folder"/*.wav "$folder"/*.flac; do
  [ -f "$file" ] || continue
  # Between quotes, as curl wants it, so that commas and semicolons are part of the name.
  quoted=$(printf '%s' "$file" | sed 's/[\\"]/\\&/g')
  set -- "$@" -F "files=@\"$quoted\""
  sha256sum <"$file" >>"$work/sums"
  printf '%s\n' "$file" >>"$work/sums"
done
[ $# -gt 0 ] || { echo "There is no audio file in $folder."; exit 2; }
# The same files give the same audit, which is charged once.
batch=$(sha256sum <"$work/sums" | cut -c1-64)

# The key comes from a file, so that it stands in no list of processes.
printf 'header = "X-API-Key: %s"\n' "$AUDIO_AUDIT_KEY" >"$work/curl"
chmod 600 "$work/curl"
query='comparison=true&quality=true&pace=true&scriptAccuracy=true'
if ! curl --silent --show-error --fail-with-body --retry 4 --max-time 1800 --config "$work/curl" \
  -H "Idempotency-Key: cron-$batch" "$@" -o "$work/audit.json" "$AUDIO_AUDIT_URL/v1/audit?$query" 2>"$work/errors"; then
  cat "$work/errors" "$work/audit.json" 2>/dev/null
  exit 2
fi
if grep -q '"tracksToRegenerate":\[\]' "$work/audit.json" && grep -q '"batchAlarms":\[\]' "$work/audit.json"; then exit 0; fi
cat "$work/audit.json"
exit 1
