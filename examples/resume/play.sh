#!/bin/sh
# Plays a job that is killed, resumed by one process at a time, and taken over, in a folder of its own.
set -eu
tool=${RESUME_TOOL:-$(cd "$(dirname "$0")" && pwd)/resume-tool}
play=$(mktemp -d)
trap 'rm -rf "$play"' EXIT
cd "$play"

say() { printf '%s\n' "$*"; }

# done_of: how many parts of the job are on record
done_of() { "$tool" list | sed -n 's,^job-1[^0-9]*\([0-9]*\)/.*,\1,p'; }

until_done() { # so many parts; gives up after a minute
    tries=0
    while [ "$(done_of)" -lt "$1" ] && [ "$tries" -lt 60 ]; do
        tries=$((tries + 1))
        sleep 1
    done
}

i=0
while [ "$i" -lt 60 ]; do
    i=$((i + 1))
    say "the item$i here"
done >items.txt

say '== A job of 60 parts is killed in the middle'
"$tool" run words items.txt --id job-1 --pace 200 &
worker=$!
sleep 2
until_done 5
kill -9 "$worker"
wait "$worker" 2>/dev/null || :
"$tool" list

say '== One process resumes it, a second one is refused'
"$tool" resume job-1 --pace 200 &
first=$!
sleep 2
"$tool" resume job-1 || say "exit code $?"

say '== The second takes it over, the first one stops'
"$tool" resume job-1 --force >counts.txt
wait "$first" || say "the first one ended with exit code $?"
say "Each item counted once: $(grep -c '^item.*[^0-9]1$' counts.txt) of 60."
