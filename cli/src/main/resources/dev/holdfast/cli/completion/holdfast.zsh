#compdef holdfast
# Completion of holdfast for zsh. The words come from: holdfast completion words -- WORD...
_holdfast() {
    local kind line
    local -a answer found
    answer=("${(@f)$(command holdfast completion words -- "${(@Q)words[2,CURRENT-1]}" "${(Q)PREFIX}" 2>/dev/null </dev/null)}")
    kind=$answer[1]
    answer=("${(@)answer[2,-1]}")
    if [[ $kind == command ]]; then
        local -i at=${words[(i)--]}
        shift $at words
        ((CURRENT -= at))
        _normal
        return
    fi
    for line in $answer; do
        found+=("${${line%%$'\t'*}//:/\\:}:${line#*$'\t'}")
    done
    _describe -t words 'word' found
    case $kind in
        files) _files ;;
        folders) _files -/ ;;
    esac
}
compdef _holdfast holdfast
