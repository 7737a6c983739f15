#!/bin/sh
# Plays four scenes of two instances that work on one book, in a copy of this folder.
set -eu
holdfast=${HOLDFAST:-holdfast}
here=$(cd "$(dirname "$0")" && pwd)
play=$(mktemp -d)
trap 'rm -rf "$play"' EXIT
cp -R "$here/." "$play"
cd "$play"
unset HOLDFAST_STORE HOLDFAST_RECEIPT

say() { printf '%s\n' "$*"; }

# The chapter's file, in either layout.
file_of() {
    chapter=Manuscript/Chapters/Chapter_$(printf '%02d' "$1")
    if [ -d "$chapter" ]; then say "$chapter/$(basename "$chapter")"; else say "$chapter"; fi
}

# apply TERMINAL CHAPTER: does what the chapter's list of changes says.
apply() {
    file=$(file_of "$2")
    cat "${file}_chg.md" >>"$file.md"
    say "$1: applied ${file}_chg.md"
}

# take TERMINAL INSTANCE CHAPTER [OPTION...]: locks the chapter for an operation.
take() {
    terminal=$1 instance=$2 number=$3
    shift 3
    $holdfast acquire --owner "$instance" --operation change-by-chg --chapter "$number" "$@" >receipt."$instance"
    say "$terminal: $instance has chapter $number"
}

# give_back TERMINAL INSTANCE CHAPTER, by the chapter's file.
give_back() {
    $holdfast release --owner "$2" "$(file_of "$3").md"
    say "$1: $2 gave chapter $3 back"
}

# change TERMINAL INSTANCE CHAPTER [OPTION...]: all of it.
change() {
    take "$@"
    apply "$1" "$3"
    give_back "$1" "$2" "$3"
}

# An entry of the registry by an instance that crashed so many minutes ago.
crashed() {
    then=$(date -u -d "$3 minutes ago" +%Y-%m-%dT%H:%M:%SZ 2>/dev/null || date -u -v-"$3"M +%Y-%m-%dT%H:%M:%SZ)
    printf '{"resource": "%s", "timestamp": "%s", "instance": "%s"}' "$1" "$then" "$2"
}

say "== Example 1: two instances, different chapters"
change "Terminal 1" CLI-11111 3 &
one=$!
change "Terminal 2" CLI-22222 7
wait "$one"
say "Result: no conflict, both succeeded"

say "== Example 2: two instances, same chapter"
take "Terminal 1" CLI-11111 3
change "Terminal 2" CLI-22222 3 --wait 2m &
two=$!
tries=0
until $holdfast status Chapter_03 | grep '1 waiting'; do
    tries=$((tries + 1))
    if [ "$tries" -gt 30 ]; then
        say "Terminal 2 does not wait" >&2
        exit 1
    fi
done
apply "Terminal 1" 3
give_back "Terminal 1" CLI-11111 3
wait "$two"
say "Result: Terminal 2 waited, then succeeded"

say "== Example 3: stale lock"
printf '{"locks": [%s]}\n' "$(crashed Chapter_05 CLI-33333 20)" >.locks/locks.json
if $holdfast acquire --owner CLI-22222 --operation change-by-chg --chapter 5 2>refusal; then
    say "The stale lock was taken without a word" >&2
    exit 1
fi
say "Terminal 2: $(cat refusal)"
change "Terminal 2" CLI-22222 5 --override
say "Result: the stale lock was overridden"

say "== Example 4: clear all locks"
printf '{"locks": [%s, %s, %s, %s, %s]}\n' \
    "$(crashed Chapter_01 CLI-1 20)" "$(crashed Chapter_02 CLI-2 25)" "$(crashed Chapter_03 CLI-3 30)" \
    "$(crashed StyleSystem Desktop-4 35)" "$(crashed BackMatter CLI-5 40)" >.locks/locks.json
$holdfast status
$holdfast clear --yes --owner CLI-11111
$holdfast status
say "Result: a clean slate"
