#!/bin/sh
# Starts the built site: for npm start, systemd and Docker alike.
cd "$(dirname "$0")/../.." || exit 1
PATH="$PWD/node_modules/.bin:$PATH"
export NODE_ENV="${NODE_ENV:-production}"
# Under load the process keeps a quarter less memory (docs/decisions/0015-memory.md).
exec node --max-semi-space-size=4 dist/server/main.js "$@"
