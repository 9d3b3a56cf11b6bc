#!/usr/bin/env bash
# One file of all that makes examples, to run where there is Node and nothing else: bundle.sh examples TARGET
# Or of what thresholds are chosen by, which needs audio-audit-runtime beside it: bundle.sh tune TARGET
set -euo pipefail
cd "$(dirname "$0")/../.."
if [ "$1" = tune ]; then runtime=--external:audio-audit-runtime; else runtime=--alias:audio-audit-runtime=./scripts/fault-model/no-models.ts; fi
npx esbuild "scripts/fault-model/$1.ts" --bundle --platform=node --format=esm --outfile="$2" --log-level=warning "$runtime" \
  --banner:js="import{createRequire as requireFrom}from'module';import{fileURLToPath as pathOf}from'url';const require=requireFrom(import.meta.url),__filename=pathOf(import.meta.url),__dirname=__filename.replace(/[^/]*$/,'');"
