# shellcheck shell=sh
# Locks for shell scripts, shared with Holdfast: a lock is a directory made by mkdir.
#
#   . lib/lock.sh
#   board_lock_acquire DIR [SECONDS]  waits that long for the lock (10; 0: not at all)
#   board_lock_release [DIR]          releases it; without DIR, all of this process
#   board_lock_traps                  takes up traps that were set after the first acquire
#
# Both answer 0, or 1 with a message on standard error. The lock is also released when the
# script exits, or ends by INT, TERM or HUP, by traps that acquire sets; those that the script
# had set before run too. BOARD_LOCK_TOOL is the name in messages.
#
# Plain POSIX sh. Names that begin with _bl_ are private. The protocol is docs/formats/dir.md
# of Holdfast; where it must not be simplified a comment says why.

_bl_nl='
'
_bl_owner=      # the process that has _bl_held; a subshell inherits the variable, not the locks
_bl_held=       # for each lock three lines: its path, = and how it was named, its id
_bl_guarded=    # the process that the traps are set in
_bl_busy=       # not empty while a signal must wait
_bl_pending=    # the code of the signal that waits
_bl_on_exit=    # what the script itself does then
_bl_on_int=
_bl_on_term=
_bl_on_hup=
_bl_action=
_bl_parent=
_bl_count=0
_bl_where=      # the lines of the file where, once they are known
_bl_proc=       # not empty if /proc shows the processes that kill sees

_bl_cmd=${0##*/}${1+" $*"}
while :; do
    case $_bl_cmd in
        *"$_bl_nl"*) _bl_cmd="${_bl_cmd%%"$_bl_nl"*} ${_bl_cmd#*"$_bl_nl"}" ;;
        *) break ;;
    esac
done

board_lock_acquire() {
    _bl_timeout=${2:-10}
    case $_bl_timeout in
        *[!0-9]*)
            _bl_say error "not a number of seconds to wait: $_bl_timeout"
            return 1
            ;;
    esac
    _bl_locate "${1:-}" || return 1
    if [ ! -d "$_bl_parent" ] && ! _bl_error=$(mkdir -p "$_bl_parent" 2>&1) && [ ! -d "$_bl_parent" ]; then
        _bl_say error "cannot make the lock's folder: $_bl_error"
        return 1
    fi
    _bl_self
    [ "$_bl_owner" = "$_bl_me" ] || {
        _bl_owner=$_bl_me
        _bl_held=
    }
    [ "$_bl_guarded" = "$_bl_me" ] || board_lock_traps
    if _bl_find; then
        _bl_holder "$_bl_dir"
        [ "$_bl_id" != "$_bl_mine" ] || return 0
        _bl_lost
        return 1
    fi
    _bl_start=
    _bl_slept=0
    while :; do
        _bl_try && return 0
        [ -z "$_bl_error" ] || {
            _bl_say error "cannot make the lock: $_bl_error"
            return 1
        }
        _bl_waited && break
        _bl_pause
    done
    _bl_say error "lock busy: $_bl_name"
    _bl_hint
    return 1
}

board_lock_release() {
    _bl_self
    [ "$_bl_owner" = "$_bl_me" ] || return 0
    if [ $# -eq 0 ]; then
        _bl_all=0
        _bl_left=$_bl_held
        while [ -n "$_bl_left" ]; do
            _bl_left=${_bl_left#"$_bl_nl"}
            board_lock_release "${_bl_left%%"$_bl_nl"*}" || _bl_all=1
            _bl_left=${_bl_left#*"$_bl_nl="*"$_bl_nl"*"$_bl_nl"}
        done
        return "$_bl_all"
    fi
    _bl_locate "${1:-}" || return 1
    _bl_find || return 0
    _bl_begin
    _bl_result=0
    _bl_give_back || _bl_result=1
    _bl_end
    return "$_bl_result"
}

# Sets the traps. What the script had set before is run by them.
board_lock_traps() {
    [ -n "$_bl_parent" ] || return 0
    _bl_self
    _bl_was_exit=$_bl_on_exit
    _bl_was_int=$_bl_on_int
    _bl_was_term=$_bl_on_term
    _bl_was_hup=$_bl_on_hup
    _bl_on_exit=
    _bl_on_int=
    _bl_on_term=
    _bl_on_hup=
    _bl_ignored=
    # A subshell has none of its parent's traps, but bash lists them until one is set.
    # shellcheck disable=SC2173
    [ "$_bl_me" = "$$" ] || command trap - KILL 2>/dev/null || :
    _bl_list=
    # Not every sh lists its traps in a command substitution; the others take a file.
    if _bl_lists || _bl_private; then
        _bl_adopt_first
    else
        _bl_say warning "traps that were set before are lost: no folder for a private file in TMPDIR, /tmp or HOME"
    fi
    [ -z "$_bl_list" ] || (_bl_exec rm -rf "$_bl_list")
    # shellcheck disable=SC2154
    trap '_bl_leave; eval "$_bl_on_exit"; board_lock_release' EXIT
    case $_bl_ignored in *INT*) ;; *) trap '_bl_signalled 130; eval "$_bl_action"; _bl_acted 130' INT ;; esac
    case $_bl_ignored in *TERM*) ;; *) trap '_bl_signalled 143; eval "$_bl_action"; _bl_acted 143' TERM ;; esac
    case $_bl_ignored in *HUP*) ;; *) trap '_bl_signalled 129; eval "$_bl_action"; _bl_acted 129' HUP ;; esac
    _bl_guarded=$_bl_me
}

_bl_lists() (
    trap : USR2
    case $(trap) in *USR2*) ;; *) return 1 ;; esac
)

# Makes a folder in which no other user can put anything, in _bl_list: what is read from there is evaluated. Beside
# the lock, another user might write.
_bl_private() {
    for _bl_text in "${TMPDIR:-/tmp}" /tmp "${HOME:-/}"; do
        _bl_safe "$_bl_text" || continue
        _bl_steps=0
        while [ "$_bl_steps" -lt 10 ]; do
            _bl_list=$_bl_text/.traps.$_bl_me.$_bl_steps
            (umask 077 && _bl_exec mkdir "$_bl_list") 2>/dev/null && return 0
            _bl_steps=$((_bl_steps + 1))
        done
    done
    _bl_list=
    return 1
}

# Whether only we and root can rename what we make in that folder.
_bl_safe() { # FOLDER
    case $1 in /*) ;; *) return 1 ;; esac
    IFS=' ' read -r _bl_mode _ _bl_user _ <<END
$(LC_ALL=C && export LC_ALL && exec ls -ldn "$1/." 2>/dev/null)
END
    case $_bl_mode in
        d????????[tT]* | d????-??-*) ;;
        *) return 1 ;;
    esac
    [ "$_bl_user" = 0 ] || [ "$_bl_user" = "$(exec id -u)" ]
}

# The list of traps can be evaluated: its first entry goes to _bl_adopt, and the others set what is
# set already.
_bl_adopt_first() {
    if [ -z "$_bl_list" ]; then
        _bl_traps=$(trap)$_bl_nl
    else
        { command trap >|"$_bl_list/traps"; } 2>/dev/null || return 0
        _bl_traps=$(cat "$_bl_list/traps")$_bl_nl
    fi
    while :; do
        case $_bl_traps in
            "trap -- '' "*)
                # What was ignored when the shell began cannot be reset.
                _bl_ignored="$_bl_ignored ${_bl_traps%%"$_bl_nl"*}"
                _bl_traps=${_bl_traps#*"$_bl_nl"}
                ;;
            'trap -- '*)
                eval "_bl_adopt ${_bl_traps#trap -- }"
                return
                ;;
            *) return 0 ;;
        esac
    done
}

_bl_adopt() { # ACTION SIGNAL
    trap - "$2"
    _bl_adopt_first
    case "$1:${2#SIG}" in
        '_bl_leave; '*:EXIT) _bl_on_exit=$_bl_was_exit ;;
        '_bl_signalled 130; '*:INT) _bl_on_int=$_bl_was_int ;;
        '_bl_signalled 143; '*:TERM) _bl_on_term=$_bl_was_term ;;
        '_bl_signalled 129; '*:HUP) _bl_on_hup=$_bl_was_hup ;;
        *:EXIT) _bl_on_exit=$1 ;;
        *:INT) _bl_on_int=$1 ;;
        *:TERM) _bl_on_term=$1 ;;
        *:HUP) _bl_on_hup=$1 ;;
        *) trap -- "$1" "$2" ;;
    esac
}

# The traps evaluate the script's own actions themselves and not in a function, so that $1 is the script's.

# On exit. The script's own action still has the lock, unless it might end the shell before we can.
_bl_leave() {
    _bl_status=$?
    set +e
    case $_bl_on_exit in *exit*) board_lock_release ;; esac
    return "$_bl_status"
}

# On a signal: the script ends, unless it has an action of its own that keeps the locks.
_bl_signalled() { # CODE
    _bl_action=
    if [ -n "$_bl_busy" ]; then
        _bl_pending=$1
        return 0
    fi
    case $1 in
        130) _bl_action=$_bl_on_int ;;
        143) _bl_action=$_bl_on_term ;;
        129) _bl_action=$_bl_on_hup ;;
    esac
    [ -n "$_bl_action" ] || exit "$1"
    _bl_before=$_bl_held
}

_bl_acted() { # CODE
    [ -z "$_bl_action" ] || [ "$_bl_held" = "$_bl_before" ] || exit "$1"
}

_bl_begin() { _bl_busy=1; }

_bl_end() {
    _bl_busy=
    [ -n "$_bl_pending" ] || return 0
    _bl_code=$_bl_pending
    _bl_pending=
    _bl_signalled "$_bl_code"
    eval "$_bl_action"
    _bl_acted "$_bl_code"
}

# Runs a command that no Ctrl-C ends half-way, so that its exit code tells what it has done.
# To be called in a subshell.
_bl_exec() {
    trap '' INT TERM HUP
    exec "$@"
}

_bl_say() { printf '%s\n' "${BOARD_LOCK_TOOL:-${0##*/}}: $1: $2" >&2; }

# $$ is the same in a subshell, which may outlive the shell; Linux tells who this is without a process.
_bl_self() {
    for _bl_me in /proc/self/task/*; do
        _bl_me=${_bl_me##*/}
    done
    _bl_proc=$_bl_me
    # shellcheck disable=SC2016
    [ "$_bl_me" = "$$" ] || _bl_me=$(exec sh -c 'echo "$PPID"')
    # A container may show the /proc of its host, where the number is another one.
    [ "$_bl_proc" = "$_bl_me" ] || _bl_proc=
}

# Where this process runs, in _bl_my_host, _bl_my_ns and _bl_my_boot: the same process number is
# another process on another host or in another container.
_bl_place() {
    [ -z "$_bl_where" ] || return 0
    { IFS= read -r _bl_my_boot </proc/sys/kernel/random/boot_id; } 2>/dev/null || _bl_my_boot=
    { IFS= read -r _bl_my_host </proc/sys/kernel/hostname; } 2>/dev/null || _bl_my_host=$(uname -n)
    _bl_my_ns=$(exec ls -ld /proc/self/ns/pid 2>/dev/null)
    case $_bl_my_ns in
        *' -> pid:'*) _bl_my_ns=pid:${_bl_my_ns##* -> pid:} ;;
        *) case $(uname -s) in Linux) _bl_my_ns=unknown ;; *) _bl_my_ns= ;; esac ;;
    esac
    # Cut here, once for all files that it goes into.
    _bl_cmd=$(printf '%.200s' "$_bl_cmd")
    _bl_where="host=$_bl_my_host${_bl_my_ns:+${_bl_nl}ns=$_bl_my_ns}${_bl_my_boot:+${_bl_nl}boot=$_bl_my_boot}"
}

# The full path, since the script may change its folder while it has the lock.
_bl_locate() { # NAME
    _bl_name=$1
    _bl_dir=$1
    while :; do
        case $_bl_dir in
            ?*/) _bl_dir=${_bl_dir%/} ;;
            *) break ;;
        esac
    done
    case $_bl_dir in
        '' | / | *"$_bl_nl"*)
            _bl_say error "not the name of a lock: '$1'"
            return 1
            ;;
        /*) ;;
        *) _bl_dir=$PWD/$_bl_dir ;;
    esac
    _bl_parent=${_bl_dir%/*}
    _bl_parent=${_bl_parent:-/}
}

# The id of our hold on _bl_dir, or on what was called _bl_name in another folder, in _bl_mine.
_bl_find() {
    case $_bl_held in
        *"$_bl_nl$_bl_dir$_bl_nl="*) _bl_mine=${_bl_held#*"$_bl_nl$_bl_dir$_bl_nl="} ;;
        *"$_bl_nl=$_bl_name$_bl_nl"*)
            _bl_dir=${_bl_held%%"$_bl_nl=$_bl_name$_bl_nl"*}
            _bl_dir=${_bl_dir##*"$_bl_nl"}
            _bl_parent=${_bl_dir%/*}
            _bl_mine=${_bl_held#*"$_bl_nl$_bl_dir$_bl_nl="}
            ;;
        *) return 1 ;;
    esac
    _bl_mine=${_bl_mine#*"$_bl_nl"}
    _bl_mine=${_bl_mine%%"$_bl_nl"*}
}

_bl_remember() { # ID
    _bl_mine=$1
    _bl_held="$_bl_held$_bl_nl$_bl_dir$_bl_nl=$_bl_name$_bl_nl$_bl_mine$_bl_nl"
}

_bl_lost() {
    _bl_forget
    _bl_say error "lock lost: $_bl_name: another program removed or took it while it was held"
}

_bl_forget() {
    _bl_rest=${_bl_held#*"$_bl_nl$_bl_dir$_bl_nl="}
    _bl_rest=${_bl_rest#*"$_bl_nl"}
    _bl_held=${_bl_held%%"$_bl_nl$_bl_dir$_bl_nl="*}${_bl_rest#*"$_bl_nl"}
}

# One attempt, without waiting. What makes it hopeless is left in _bl_error.
_bl_try() {
    _bl_error=
    if [ -e "$_bl_dir" ] || [ -L "$_bl_dir" ]; then
        _bl_holder "$_bl_dir"
        _bl_dead && _bl_succeed
        return
    fi
    # Before mkdir, so that the directory is without its pid for as short as can be.
    _bl_now
    _bl_place
    _bl_begin
    _bl_make
    _bl_result=$?
    _bl_end
    return "$_bl_result"
}

_bl_make() {
    # If it fails without a reason to be seen, once more for its words.
    (_bl_exec mkdir "$_bl_dir") 2>/dev/null || {
        [ ! -e "$_bl_dir" ] && [ ! -L "$_bl_dir" ] || return 1
        _bl_error=$(
            LC_ALL=C
            export LC_ALL
            _bl_exec mkdir "$_bl_dir" 2>&1
        ) || {
            case $_bl_error in *'File exists'*) _bl_error= ;; esac
            return 1
        }
    }
    if _bl_sign; then
        _bl_new "$_bl_dir/cmd" "$_bl_cmd" || :
        _bl_word "$_bl_me-$_bl_ts"
        _bl_remember "$_bl_text"
        return 0
    fi
    # Another process signed it.
    ! _bl_read "$_bl_dir/pid" || [ -z "$_bl_text" ] || return 1
    _bl_error="cannot write in $_bl_dir"
    (_bl_exec rm -rf "$_bl_dir")
    return 1
}

# pid comes last: the id is made of pid and ts, and without a pid no program reads the rest. No file is
# overwritten: one process alone can make pid, and has the directory.
_bl_sign() {
    _bl_new "$_bl_dir/ts" "$_bl_ts" && _bl_new "$_bl_dir/where" "pid=$_bl_me$_bl_nl$_bl_where" &&
        _bl_new "$_bl_dir/pid" "$_bl_me"
}

# Writes a new file. Neither a file that exists nor one that a link leads to is written to.
_bl_new() { # FILE TEXT
    case $- in *C*) _bl_clobber= ;; *) _bl_clobber=1 ;; esac
    set -C
    { printf '%s\n' "$2" >"$1"; } 2>/dev/null
    _bl_made=$?
    [ -z "$_bl_clobber" ] || set +C
    return "$_bl_made"
}

# Renamed away in one step: a program that looked at a directory being emptied would see no holder. Before that a file next.ID
# that names us keeps successors out; so a directory that has a successor stays where it is.
_bl_give_back() {
    _bl_holder "$_bl_dir"
    if [ "$_bl_id" != "$_bl_mine" ] || ! _bl_close; then
        _bl_lost
        return 1
    fi
    _bl_count=$((_bl_count + 1))
    _bl_gone=$_bl_parent/.gone.$_bl_mine.$_bl_count
    (_bl_exec mv -f "$_bl_dir" "$_bl_gone") || {
        _bl_say error "cannot release the lock: $_bl_name"
        return 1
    }
    _bl_forget
    if [ -n "$_bl_closed" ] && [ ! -e "$_bl_gone/next.$_bl_mine" ] && [ ! -e "$_bl_dir" ]; then
        # A program that knows only the directory has removed ours and made its own just now.
        (_bl_exec mv -f "$_bl_gone" "$_bl_dir")
        return 0
    fi
    (_bl_exec rm -rf "$_bl_gone") 2>/dev/null || :
}

# Makes next.ID of our own hold, by which no other program can succeed us any more. Fails if one has. Where there are no hard
# links, no program can succeed another.
_bl_close() {
    _bl_text=$_bl_dir/where
    if [ "$_bl_steps" -gt 0 ] || [ -n "$_bl_rooted" ]; then
        # There it is the place of another holder.
        _bl_text=$_bl_dir/.free.$_bl_mine
        _bl_new "$_bl_text" "pid=$_bl_me$_bl_nl$_bl_where" || :
    fi
    _bl_closed=
    if (_bl_exec ln "$_bl_text" "$_bl_dir/next.$_bl_mine") 2>/dev/null; then
        _bl_closed=1
    else
        [ ! -e "$_bl_dir/next.$_bl_mine" ]
    fi
}

# Who has the directory, in _bl_id, _bl_pid, and where after a succession; _bl_rooted if it has a file id. First id, then
# the chain, then pid: a successor replaces pid before id.
_bl_holder() { # DIRECTORY
    _bl_pid=
    _bl_host=
    _bl_ns=
    _bl_boot=
    _bl_rooted=
    _bl_steps=0
    if _bl_read "$1/id"; then
        _bl_rooted=1
        _bl_word "${_bl_text:-none}"
    else
        _bl_origin "$1"
    fi
    _bl_id=$_bl_text
    while [ "$_bl_steps" -lt 1000 ] && [ -f "$1/next.$_bl_id" ] && [ ! -L "$1/next.$_bl_id" ]; do
        _bl_fields "$1/next.$_bl_id"
        _bl_word "${_bl_next:-after.$_bl_id}"
        _bl_id=$_bl_text
        _bl_steps=$((_bl_steps + 1))
    done
    [ -z "$_bl_rooted" ] || [ "$_bl_steps" -gt 0 ] || _bl_origin "$1"
}

# What pid and ts say: the process in _bl_pid, the id made of both in _bl_text.
_bl_origin() { # DIRECTORY
    _bl_text=
    _bl_read "$1/pid" || :
    _bl_pid=$_bl_text
    if [ -z "$_bl_pid" ]; then
        _bl_text=none
        return
    fi
    _bl_text=
    _bl_read "$1/ts" || :
    _bl_word "$_bl_pid-$_bl_text"
}

_bl_fields() { # FILE
    _bl_pid=
    _bl_host=
    _bl_ns=
    _bl_boot=
    _bl_next=
    while IFS='= 	' read -r _bl_key _bl_text || [ -n "$_bl_key" ]; do
        case $_bl_key in
            pid) _bl_pid=${_bl_pid:-$_bl_text} ;;
            id) _bl_next=${_bl_next:-$_bl_text} ;;
            host) _bl_host=${_bl_host:-$_bl_text} ;;
            ns) _bl_ns=${_bl_ns:-$_bl_text} ;;
            boot) _bl_boot=${_bl_boot:-$_bl_text} ;;
        esac
    done <"$1"
} 2>/dev/null

# The first lines of a file without blanks at the ends, in _bl_text.
_bl_read() { # FILE
    [ -f "$1" ] && [ ! -L "$1" ] || return 1
    _bl_text=
    { IFS=' 	' read -r _bl_text || :; } <"$1"
} 2>/dev/null

# The text as a part of a file name, in _bl_text.
_bl_word() { # TEXT
    _bl_text=$1
    case $1 in
        *[!0-9-]*) ;;
        *) [ "${#1}" -gt 64 ] || return 0 ;;
    esac
    _bl_text=$(printf '%s' "$1" | LC_ALL=C tr -c 'A-Za-z0-9.-' '_' | cut -c 1-64)
}

# Whether all processes of the holder that _bl_holder found are proven to have ended on this machine.
_bl_dead() { _bl_ended && _bl_find_place && _bl_ours && _bl_alone "$_bl_id"; }

# Whether the further processes of the holder with that id have ended too. The file with.ID has a line for each: its
# number, namespace, boot and host; - for what is unknown.
_bl_alone() { # ID
    [ -e "$_bl_dir/with.$1" ] || [ -L "$_bl_dir/with.$1" ] || return 0
    [ -f "$_bl_dir/with.$1" ] && [ ! -L "$_bl_dir/with.$1" ] && [ -r "$_bl_dir/with.$1" ] || return 1
    _bl_number=$_bl_pid
    _bl_others=0
    while IFS=' ' read -r _bl_pid _bl_ns _bl_boot _bl_host || [ -n "$_bl_pid" ]; do
        [ "$_bl_ns" != - ] || _bl_ns=
        [ "$_bl_boot" != - ] || _bl_boot=
        [ "$_bl_host" != - ] || _bl_host=
        if ! _bl_ended || ! _bl_ours; then
            _bl_others=1
            break
        fi
    done <"$_bl_dir/with.$1"
    _bl_pid=$_bl_number
    return "$_bl_others"
}

# Whether the process _bl_pid has ended, if it is one of our process table.
_bl_ended() {
    case $_bl_pid in
        '' | 0* | *[!0-9]* | ??????????*) return 1 ;;
    esac
    if kill -0 "$_bl_pid" 2>/dev/null; then
        _bl_zombie || return 1
    else
        # It also fails if the process is another user's.
        _bl_text=$(
            LC_ALL=C
            export LC_ALL
            kill -0 "$_bl_pid" 2>&1
        )
        case $_bl_text in
            *[Nn]'o such process'*) ;;
            *) return 1 ;;
        esac
    fi
}

# The place of the holder that _bl_holder found, in _bl_host, _bl_ns and _bl_boot. Fails if it cannot be read.
_bl_find_place() {
    [ "$_bl_steps" -eq 0 ] || return 0
    [ -e "$_bl_dir/where" ] || [ -L "$_bl_dir/where" ] || return 0
    [ -f "$_bl_dir/where" ] && [ ! -L "$_bl_dir/where" ] && [ -r "$_bl_dir/where" ] || return 1
    _bl_number=$_bl_pid
    _bl_fields "$_bl_dir/where"
    _bl_pid=$_bl_number
    [ -n "$_bl_host$_bl_boot" ]
}

# Whether the number of the process is one of our own process table. What is unknown is not.
_bl_ours() {
    _bl_place
    if [ -z "$_bl_ns" ]; then
        # A program that names no namespace.
        [ "$_bl_my_ns" != unknown ] || return 1
        case $_bl_host in
            '' | unknown) _bl_local ;;
            *) [ "$_bl_host" = "$_bl_my_host" ] ;;
        esac
        return
    fi
    [ "$_bl_ns" != unknown ] && [ "$_bl_ns" = "$_bl_my_ns" ] && [ -n "$_bl_boot" ] && [ -n "$_bl_my_boot" ] || return 1
    if [ "$_bl_boot" = "$_bl_my_boot" ]; then
        # A running machine may get another name.
        [ "$_bl_host" = "$_bl_my_host" ] || _bl_local
        return
    fi
    # The machine was restarted. Containers have other numbers then; this is the number of no container.
    [ "$_bl_ns" = 'pid:[4026531836]' ] && [ "$_bl_host" = "$_bl_my_host" ] && _bl_local
}

# Whether it has ended and only waits for its parent to ask. Other threads of it may go on.
_bl_zombie() {
    [ -n "$_bl_proc" ] || return 1
    { IFS= read -r _bl_text <"/proc/$_bl_pid/stat"; } 2>/dev/null || return 1
    case ${_bl_text##*) } in
        [ZXx]\ *) ;;
        *) return 1 ;;
    esac
    IFS=' ' read -r _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _bl_text _ <<END
${_bl_text##*) }
END
    [ "$_bl_text" -le 1 ]
}

# Whether only this machine writes to the lock's file system: a pid there without a host is one of ours.
_bl_local() {
    _bl_text=$(df -P "$_bl_dir" 2>/dev/null) || return 1
    IFS=' ' read -r _bl_device _ _ _ _ _bl_mount <<END
${_bl_text##*"$_bl_nl"}
END
    if [ -r /proc/self/mounts ]; then
        _bl_type=
        while IFS=' ' read -r _ _bl_key _bl_text _; do
            [ "$_bl_key" != "$_bl_mount" ] || _bl_type=$_bl_text
        done </proc/self/mounts
        case $_bl_type in
            bcachefs | btrfs | exfat | ext[234] | f2fs | fuseblk | jfs | msdos | nilfs2) ;;
            ntfs | ntfs3 | overlay | ramfs | reiserfs | tmpfs | ufs | vfat | xfs | zfs) ;;
            *) return 1 ;;
        esac
    else
        case $_bl_device in
            /dev/*) ;;
            *) return 1 ;;
        esac
    fi
}

# Takes a dead holder's place. Its directory is neither removed nor renamed: by now it may be another's.
# A hard link to next.ID is what one alone can make.
_bl_succeed() {
    _bl_prey=$_bl_id
    _bl_victim=$_bl_pid
    _bl_now
    _bl_count=$((_bl_count + 1))
    _bl_word "$_bl_me-$_bl_ts"
    _bl_heir=s$_bl_text.$_bl_count
    _bl_holder "$_bl_dir"
    [ "$_bl_id $_bl_pid" = "$_bl_prey $_bl_victim" ] || return 1
    _bl_begin
    _bl_link
    _bl_result=$?
    (_bl_exec rm -f "$_bl_dir/.id.$_bl_heir" "$_bl_dir/.next.$_bl_heir") 2>/dev/null
    _bl_end
    return "$_bl_result"
}

_bl_link() {
    if [ -z "$_bl_rooted" ]; then
        _bl_new "$_bl_dir/.id.$_bl_heir" "$_bl_prey" || return 1
        (_bl_exec ln "$_bl_dir/.id.$_bl_heir" "$_bl_dir/id") 2>/dev/null || return 1
    fi
    _bl_text="pid=$_bl_me${_bl_nl}ts=$_bl_ts${_bl_nl}id=$_bl_heir${_bl_nl}cmd=$_bl_cmd$_bl_nl$_bl_where"
    _bl_new "$_bl_dir/.next.$_bl_heir" "$_bl_text" || return 1
    (_bl_exec ln "$_bl_dir/.next.$_bl_heir" "$_bl_dir/next.$_bl_prey") 2>/dev/null || return 1
    _bl_holder "$_bl_dir"
    if [ "$_bl_id" != "$_bl_heir" ] || ! _bl_alone "$_bl_prey"; then
        # Released and made again in between, or a further process has entered.
        (_bl_exec rm -f "$_bl_dir/next.$_bl_prey")
        return 1
    fi
    _bl_remember "$_bl_heir"
    # For programs that know only pid.
    if _bl_new "$_bl_dir/.pid.$_bl_heir" "$_bl_me"; then
        (_bl_exec mv -f "$_bl_dir/.pid.$_bl_heir" "$_bl_dir/pid") 2>/dev/null || :
    fi
}

_bl_now() {
    _bl_ts=$(date +%s)
    case $_bl_ts in
        '' | *[!0-9]*) _bl_ts=$(date -u +%Y-%m-%dT%H:%M:%SZ) ;;
    esac
}

# Whether the time to wait is over: by what was slept, and by the clock as far as it can be trusted.
_bl_waited() {
    [ "$_bl_timeout" -gt 0 ] || return 0
    _bl_now
    case $_bl_ts in
        *[!0-9]*) [ "$_bl_slept" -ge "$_bl_timeout"0 ] && return ;;
    esac
    [ -n "$_bl_start" ] && [ "$_bl_start" -le "$_bl_ts" ] || _bl_start=$_bl_ts
    _bl_text=$((_bl_ts - _bl_start))
    [ "$_bl_text" -gt "$_bl_timeout" ] || { [ "$_bl_text" -ge "$_bl_timeout" ] && [ "$_bl_slept" -ge "$_bl_timeout"0 ]; }
}

# A tenth of a second where sleep can do that.
_bl_pause() {
    if sleep 0.1 2>/dev/null; then
        _bl_slept=$((_bl_slept + 1))
    else
        sleep 1
        _bl_slept=$((_bl_slept + 10))
    fi
}

# For people, in _bl_at: where the holder is, if not here.
_bl_elsewhere() {
    _bl_place
    _bl_at=
    if ! _bl_find_place; then
        _bl_at=' of an unknown place'
    elif [ -n "$_bl_host" ] && [ "$_bl_host" != "$_bl_my_host" ]; then
        _bl_at=" on $_bl_host"
    elif [ -n "$_bl_ns" ] && [ "$_bl_ns" != "$_bl_my_ns" ]; then
        _bl_at=' of another container'
    fi
}

_bl_hint() {
    _bl_holder "$_bl_dir"
    _bl_text=
    _bl_read "$_bl_dir/cmd" || :
    case $_bl_pid in
        '' | 0) _bl_text='It does not say which process has it.' ;;
        *)
            _bl_number=$_bl_pid
            _bl_about=$_bl_text
            _bl_elsewhere
            _bl_text="Process $_bl_number$_bl_at has it${_bl_about:+ ($_bl_about)}: wait for its end."
            ;;
    esac
    _bl_say hint "$_bl_text Only if you are sure that no program is working, remove the directory: rm -r '$_bl_dir'"
}
