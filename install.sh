#!/bin/sh
# Installs a copy of the holdfast command that needs this clone no more. See ./install.sh --help.
set -eu

usage() {
    cat <<'END'
usage: ./install.sh [--prefix DIR] [--uninstall]

Puts the holdfast command into DIR/bin and what it consists of into
DIR/lib/holdfast, the manual page and the documents into DIR/share; builds it
first if need be. DIR is ~/.local unless given.
To upgrade, call it again. --uninstall takes all of it away.
END
}

# What the command consists of; its own jar is the last to be replaced.
jars='holdfast-extras.jar holdfast-audit.jar holdfast-demo.jar holdfast.jar'

say() { printf 'install.sh: %s\n' "$*" >&2; }

fail() { # CODE SENTENCE
    say "$2"
    exit "$1"
}

main() {
    prefix=${HOME:-}/.local
    uninstall=false
    while [ $# -gt 0 ]; do
        case $1 in
            --prefix)
                [ $# -gt 1 ] || fail 64 'The option --prefix needs a folder after it.'
                prefix=$2
                shift
                ;;
            --prefix=*) prefix=${1#*=} ;;
            --uninstall) uninstall=true ;;
            -h | --help) usage && exit ;;
            *) usage >&2 && exit 64 ;;
        esac
        shift
    done
    case $prefix in /*) ;; *) prefix=$PWD/$prefix ;; esac
    link=$prefix/bin/holdfast
    lib=$prefix/lib/holdfast
    man=$prefix/share/man/man1/holdfast.1
    doc=$prefix/share/doc/holdfast
    if [ -e "$link" ] || [ -h "$link" ]; then
        [ "$(readlink -- "$link")" = ../lib/holdfast/holdfast ] ||
            fail 73 "$link is there already and is not from here: move it away, or choose another --prefix."
    fi
    if $uninstall; then uninstall; else install; fi
}

install() {
    here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd -P)
    "$here/holdfast" --version >/dev/null
    if ! { mkdir -p "$prefix/bin" "$lib" && [ -w "$lib" ] && [ -w "$prefix/bin" ]; } 2>/dev/null; then
        fail 73 "$prefix cannot be written: choose another folder by --prefix."
    fi
    # Renamed into place: calls that are running keep what they have open.
    for jar in $jars; do cp -- "$here/cli/target/fast/$jar" "$lib/new-$jar"; done
    cp -- "$here/holdfast" "$lib/new"
    for jar in $jars; do mv -f -- "$lib/new-$jar" "$lib/$jar"; done
    mv -f -- "$lib/new" "$lib/holdfast"
    remove_archives
    [ -h "$link" ] || ln -s ../lib/holdfast/holdfast "$link"
    documents
    installed=$("$link" --version)
    say "installed $installed as $link."
    case :$PATH: in
        *":$prefix/bin:"*) ;;
        *) say "$prefix/bin is not on the PATH: add it, such as by PATH=\"$prefix/bin:\$PATH\" in ~/.profile." ;;
    esac
}

documents() {
    if ! { mkdir -p "${man%/*}" "$doc" && [ -w "${man%/*}" ] && [ -w "$doc" ]; } 2>/dev/null; then
        say "$prefix/share cannot be written, so the manual page and the documents are left out."
        return
    fi
    if ! "$here/holdfast" help --man >"$man"; then
        rm -f -- "$man"
        say 'The manual page is left out, since the command failed to print it.'
    fi
    for page in README.md CHANGELOG.md LICENSE docs; do
        if [ -e "$here/$page" ]; then cp -R -- "$here/$page" "$doc/"; fi
    done
}

uninstall() {
    [ -e "$lib" ] || [ -h "$link" ] || fail 0 "there is nothing of Holdfast in $prefix."
    rm -f -- "$link"
    remove_archives
    rm -f -- "$lib/holdfast"
    for jar in $jars; do rm -f -- "$lib/$jar"; done
    if [ -e "$lib" ]; then rmdir -- "$lib"; fi
    rm -f -- "$man"
    rm -rf -- "$doc"
    say "removed $link and $lib."
}

remove_archives() { rm -f -- "$lib"/holdfast-*.jsa* "$lib"/holdfast-*.aot*; }

main "$@"
