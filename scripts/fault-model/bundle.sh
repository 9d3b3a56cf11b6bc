#!/usr/bin/env bash
# One file of all that makes examples, to run where there is Node and nothing else: bundle.sh TARGET
set -euo pipefail
cd "$(dirname "$0")/../.."
npx esbuild scripts/fault-model/examples.ts --bundle --platform=node --format=esm --outfile="$1" --log-level=warning \
  --alias:onnxruntime-node=./scripts/fault-model/no-models.ts \
  --banner:js="import{createRequire as requireFrom}from'module';import{fileURLToPath as pathOf}from'url';const require=requireFrom(import.meta.url),__filename=pathOf(import.meta.url),__dirname=__filename.replace(/[^/]*$/,'');"
