#!/bin/sh
# Starts the game with people and scenes to try it with, until Ctrl-C.
set -eu
cd "$(dirname "$0")"
game=${PLAY_BY_POST:-./play-by-post}
if ! [ -x "$game" ]; then
    echo 'play-by-post: it is not part of this copy of Holdfast: holdfast-extras.jar is missing beside holdfast.jar.' >&2
    exit 69
fi
exec "$game" --port "${PLAY_PORT:-7430}" --database sqlite:play.db
