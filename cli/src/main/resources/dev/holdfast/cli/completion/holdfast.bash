# Completion of holdfast for bash. The words come from: holdfast completion words -- WORD...
_complete_holdfast() {
    local words=() token glue='' i
    # bash splits words at = and : and wants the last part alone
    for ((i = 0; i <= COMP_CWORD; i++)); do
        token=${COMP_WORDS[i]}
        if [[ $i -gt 0 && ($glue || $token =~ ^[:=]+$) ]]; then
            words[${#words[@]} - 1]+=$token
        else
            words+=("$token")
        fi
        glue=
        [[ ! $token =~ ^[:=]+$ ]] || glue=yes
    done
    token=${COMP_WORDS[COMP_CWORD]}
    local whole=${words[${#words[@]} - 1]}
    local given=${whole%"$token"}
    if [[ $token =~ ^[:=]+$ ]]; then given=$whole token=; fi

    local kind='' line
    COMPREPLY=()
    while IFS= read -r line; do
        if [[ -z $kind ]]; then
            kind=$line
        else
            line=${line%%$'\t'*}
            COMPREPLY+=("$(printf %q "${line#"$given"}")")
        fi
    done < <(command holdfast completion words -- "${words[@]:1}" 2>/dev/null </dev/null)

    case $kind in
        files | folders)
            compopt -o filenames 2>/dev/null
            local how=-f
            [[ $kind == files ]] || how=-d
            while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen "$how" -- "$token")
            ;;
        command)
            for ((i = 1; i < COMP_CWORD; i++)); do [[ ${COMP_WORDS[i]} != -- ]] || break; done
            if declare -F _command_offset >/dev/null; then
                _command_offset $((i + 1))
            else
                local what=-f
                if ((COMP_CWORD == i + 1)); then what=-c; else compopt -o filenames 2>/dev/null; fi
                while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen "$what" -- "$token")
            fi
            ;;
    esac
}
complete -F _complete_holdfast holdfast
