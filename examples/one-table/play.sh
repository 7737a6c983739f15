#!/bin/sh
# Plays Git LFS, Terraform's requests, the command and the page on one table of locks, in this folder.
set -eu
cd "$(dirname "$0")"
holdfast=${HOLDFAST:-holdfast}
port=${EXAMPLE_PORT:-7420}
# The configuration in this folder belongs to the play.
HOLDFAST_TRUST=$(pwd)
export HOLDFAST_TRUST

say() { printf '%s\n' "$*"; }
# Shows a command, then runs it. A refusal is part of the play.
show() {
    printf '$ %s\n' "$*"
    "$@" 2>&1 || say "(exit code $?)"
}
command_line() {
    printf '$ holdfast %s\n' "$*"
    "$holdfast" "$@" 2>&1 || say "(exit code $?)"
}
# Sends what Terraform sends, and shows the status and the answer.
terraform() {
    printf '> %s /terraform/network %s\n' "$1" "$2"
    curl -sS -w ' (%{http_code})\n' -u "ben:$ben" -X "$1" "$address/terraform/network" -d "$2"
}

for tool in git git-lfs curl; do
    if ! command -v "$tool" >/dev/null; then
        say "This example needs $tool: install it, and call the example again." >&2
        exit 69
    fi
done

ann=$("$holdfast" token create ann --role editor 2>/dev/null)
ben=$("$holdfast" token create ben --role editor 2>/dev/null)
"$holdfast" serve --port "$port" >serve.txt 2>serve.log &
server=$!
trap 'kill "$server" 2>/dev/null || true; wait "$server" 2>/dev/null || true' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM
until grep -q '^at http' serve.txt; do
    kill -0 "$server" 2>/dev/null || { cat serve.log >&2; exit 1; }
    sleep 1
done
address=$(sed -n 's/^at \(http[^ ]*\) .*/\1/p' serve.txt)
host=${address#http://}

cd novel
git init -q .
git config user.name ann
git config user.email ann@example.com
git config lfs.url "http://ann:$ann@$host/git/novel/info/lfs"
git add .
git commit -q -m 'Begin the novel'
cd ..

say '== Ann locks a chapter with Git LFS'
(cd novel && show git lfs lock Manuscript/Chapters/Chapter_03.md)

say '== The command meets her lock'
command_line acquire Chapter_03 --owner Cleo

say '== Ben applies with Terraform; curl sends what it sends'
terraform LOCK '{"ID":"4f1c","Operation":"OperationTypeApply","Who":"ben@laptop"}'
command_line who terraform/network

say '== One table has both'
command_line status
(cd novel && show git lfs unlock Manuscript/Chapters/Chapter_03.md)
terraform UNLOCK '{"ID":"4f1c"}'

say '== Now the command locks, and the other tools are refused'
command_line acquire Chapter_03 terraform/network --owner Cleo --note 'one change in both'
(cd novel && show git lfs lock Manuscript/Chapters/Chapter_03.md)
terraform LOCK '{"ID":"7e20","Operation":"OperationTypePlan"}'
command_line release --owner Cleo Chapter_03 terraform/network

say
say "The page is at $address (Ctrl-C ends it). Sign in as ann with the token $ann"
wait "$server"
