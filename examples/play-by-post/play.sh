#!/bin/sh
# Starts the game with people and scenes to try it with, until Ctrl-C.
set -eu
cd "$(dirname "$0")"
exec "${PLAY_BY_POST:-./play-by-post}" --port "${PLAY_PORT:-7430}" --database sqlite:play.db
