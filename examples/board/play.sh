#!/bin/sh
# Plays two writers who want the board at the same time, in a copy of this folder.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
play=$(mktemp -d)
trap 'rm -rf "$play"' EXIT
cp -R "$here/." "$play"
cd "$play"

say() { printf '%s\n' "$*"; }

say '== The board'
bin/board --list

say '== Eight writers at the same time, each adds a task'
i=0
while [ "$i" -lt 8 ]; do
    i=$((i + 1))
    bin/board add "Task of writer $i" >/dev/null &
done
wait
bin/board --list
bin/board --validate

say '== A reader needs no lock, a writer is told who has it'
# shellcheck source=examples/board/lib/lock.sh
. lib/lock.sh
board_lock_acquire board/storage/lock 0
bin/board --list >/dev/null && say 'read in spite of the lock'
BOARD_LOCK_TIMEOUT=0 bin/board add 'Too late' || say "exit code $?"
board_lock_release board/storage/lock
