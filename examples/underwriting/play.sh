#!/bin/sh
# Starts the application on a PostgreSQL of its own, with policies to try it with, until Ctrl-C.
set -eu
cd "$(dirname "$0")"
echo 'Starting PostgreSQL and the application; Ctrl-C ends both. What to try:'
echo '  Open a policy as Anna, and the same one in another browser as Ben: he reads who has it, and can request its release.'
echo '  As Clara, the supervisor, release it: Anna is told why, and what she entered stays in her page.'
echo '  As Clara, run the year end, whose code forgets the locks: it is caught.'
exec ./underwriting --server.port="${EXAMPLE_PORT:-7432}"
