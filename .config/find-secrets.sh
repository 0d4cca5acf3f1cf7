#!/usr/bin/env bash
# Looks for secrets in the files, the built site among them, and in everything that was ever committed.
set -euo pipefail
cd "$(dirname "$0")/.."

find_secrets() {
  npx secretlint --secretlintrc .config/secretlintrc.json "$@"
}

find_secrets '**/*'
git log --patch --text --all | find_secrets --stdinFileName history.patch
