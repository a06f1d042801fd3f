-- How mentions look, where neither the user nor the colour scheme says so.
local M = {}

--- Group and what it links to. The server's semantic tokens reach ours by the names on the left.
M.links = {
  { 'MentionsMention', 'Special' },
  { 'MentionsLitUp', 'Search' },
  { 'MentionsTrimmed', 'MentionsMention' },
  { 'MentionsUnknown', 'WarningMsg' },
  { 'MentionsStyle', 'Special' },
  { 'MentionsRounded', 'Visual' },
  { 'MentionsConsolePlace', 'Comment' },
  { 'MentionsConsoleEvent', 'Special' },
  { 'MentionsConsoleSource', 'Comment' },
  { '@lsp.type.mention', 'MentionsMention' },
  { '@lsp.typemod.mention.trimmed', 'MentionsTrimmed' },
  { '@lsp.typemod.mention.unknown', 'MentionsUnknown' },
  { '@lsp.typemod.mention.litUp', 'MentionsLitUp' },
}

function M.enable(context)
  if not context.options.highlights then
    return
  end
  local function define()
    for _, pair in ipairs(M.links) do
      context.undo:highlight(pair[1], { link = pair[2] })
    end
  end
  define()
  -- A colour scheme begins by clearing what others defined.
  context.undo:autocmd('ColorScheme', { callback = define })
end

return M
