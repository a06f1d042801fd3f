" For the recipes beside this file: Vim breaks a line that becomes too long before an LSP client replaces the typed text,
" which then stays where it is. Lines are not broken while the menu is open; the next letter breaks them.
scriptencoding utf-8

let s:options = {}
function! s:Suspend() abort
    if empty(s:options) && index(['markdown', 'gitcommit', 'text'], &filetype) >= 0
        let s:options = {'buffer': bufnr(), 'value': &l:formatoptions}
        setlocal formatoptions-=t formatoptions-=c formatoptions-=a
    endif
endfunction
function! s:Resume() abort
    if !empty(s:options)
        call setbufvar(s:options.buffer, '&formatoptions', s:options.value)
        let s:options = {}
    endif
endfunction

augroup mentions_whole_lines
    autocmd!
    autocmd CompleteChanged * call s:Suspend()
    autocmd CompleteDone,InsertLeave * call s:Resume()
augroup END
