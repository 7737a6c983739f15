#!/bin/sh
# Starts the newsroom on a Redis of its own, with articles to try it with, until Ctrl-C.
set -eu
cd "$(dirname "$0")"
echo 'Starting Redis and the newsroom; Ctrl-C ends both. What to try:'
echo '  Open an article for edit as Anna, and the same one in another browser as Ben: he reads who has it, and can ask.'
echo '  As Clara, the editor in chief, take it away: Anna is told immediately, and keeps what she wrote.'
echo '  Close the tab while you edit: after 5 minutes without a ping the article is free.'
exec ./newsroom --server.port="${EXAMPLE_PORT:-7431}"
