" Mentions in Vim 9 by yegappan/lsp: source this file from your vimrc.
scriptencoding utf-8

augroup mentions
    autocmd!
    autocmd User LspSetup call LspOptionsSet(#{semanticHighlight: v:true})
    autocmd User LspSetup call LspAddServer([#{name: 'mentions', path: 'mentions-lsp', args: ['serve'],
    \   filetype: ['markdown', 'gitcommit', 'text'], rootSearch: ['.git/']}])
    " Runs before the plug-in's own, which is defined later.
    autocmd CompleteDone * call s:ReplaceRange()
augroup END

" The plug-in replaces only the last word before the cursor, and cuts as many characters off the name as it leaves in front
" of that word. This replaces the item's whole range, and removes the word after the cursor as the additional edit would.
" Positions are in code points: the plug-in asks for these first, and gets them.
function! s:ReplaceRange() abort
    let l:item = get(v:completed_item, 'user_data', {})
    if type(l:item) != v:t_dict || get(get(l:item, 'command', {}), 'command', '') !=# 'mentions.accept'
        return
    endif
    let l:removed = 0
    for l:edit in get(l:item, 'additionalTextEdits', [])
        let l:removed += l:edit.range.end.character - l:edit.range.start.character
    endfor
    let l:item.additionalTextEdits = []
    let l:start = byteidxcomp(getline('.'), l:item.textEdit.range.start.character)
    let l:before = strpart(getline('.'), 0, l:start) .. l:item.textEdit.newText
    let l:after = strpart(getline('.'), col('.') - 1)
    call setline('.', l:before .. strpart(l:after, byteidxcomp(l:after, l:removed)))
    call cursor(0, strlen(l:before) + 1)
endfunction

execute 'source' fnameescape(expand('<sfile>:p:h') .. '/whole-lines.vim')
