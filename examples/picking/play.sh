#!/bin/sh
# Starts the warehouse on a PostgreSQL of its own, with orders to try it with, until Ctrl-C.
set -eu
cd "$(dirname "$0")"
echo 'Starting PostgreSQL and the warehouse; Ctrl-C ends both. What to try:'
echo '  Claim an order as Anna, and the same one in another browser as Ben: he reads who picks it, and since when.'
echo '  As Clara, the shift lead, look at all claims and release one: its picker is told, with the reason.'
echo '  Sign out as Anna: what she had claimed is free immediately.'
exec ./picking --port "${EXAMPLE_PORT:-7433}"
