# Completion of holdfast for fish. The words come from: holdfast completion words -- WORD...
function __holdfast_complete
    set -l before (commandline -opc)
    set -e before[1]
    set -l current (commandline -ct)
    set -l answer (command holdfast completion words -- $before "$current" 2>/dev/null </dev/null)
    set -l kind $answer[1]
    set -e answer[1]
    if test "$kind" = command
        set -l at (contains -i -- -- $before)
        for i in (seq $at)
            set -e before[1]
        end
        complete -C (string join ' ' -- (string escape -- $before) "$current")
        return
    end
    if test (count $answer) -gt 0
        printf '%s\n' $answer
    end
    switch "$kind"
        case files
            __fish_complete_path "$current"
        case folders
            __fish_complete_directories "$current"
    end
end
complete -c holdfast -f -a '(__holdfast_complete)'
