#!/usr/bin/env bash
# Looks for secrets in everything that was ever committed or is about to be, and in the built site.
set -euo pipefail
cd "$(dirname "$0")/.."

find_secrets() {
  npx secretlint --secretlintrc .config/secretlintrc.json "$@"
}

# As one text: for single files the linter takes longer to begin than to search. Without the signs of
# added and removed lines, which would hide a key of several lines.
changes() {
  git log --patch --unified=0 --text --all
  git diff HEAD --unified=0 --text
}
changes | sed 's/^[+-]//' | find_secrets --stdinFileName changes.patch
find_secrets '.*' 'dist/**'
