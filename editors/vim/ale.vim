" Mentions in Vim or Neovim by ALE: source this file from your vimrc.
scriptencoding utf-8

" ALE replaces the letters before the cursor and leaves the @ where it is. With a format that begins with @, what
" then stands there is the mention all the same, once ALE does not insert a second one.
function! s:WithoutTrigger(buffer, item) abort
    if has_key(a:item, 'textEdit')
        let a:item.textEdit.newText = substitute(a:item.textEdit.newText, '^@', '', '')
    endif
    return 1
endfunction

function! s:Root(buffer) abort
    let l:folder = expand('#' . a:buffer . ':p:h')
    let l:git = finddir('.git', l:folder . ';')
    return empty(l:git) ? l:folder : fnamemodify(l:git, ':p:h:h')
endfunction

for s:filetype in ['markdown', 'gitcommit', 'text']
    call ale#linter#Define(s:filetype, {
    \   'name': 'mentions',
    \   'lsp': 'stdio',
    \   'executable': 'mentions-lsp',
    \   'command': '%e',
    \   'language': s:filetype,
    \   'project_root': function('s:Root'),
    \   'completion_filter': function('s:WithoutTrigger'),
    \   'initialization_options': {'triggers': [{'character': '@', 'insert': {'default': '@{name}'}}]},
    \})
endfor

" Lists open while you type; to open them by CTRL-X CTRL-O alone, put 0 here and set omnifunc=ale#completion#OmniFunc.
let g:ale_completion_enabled = 1
