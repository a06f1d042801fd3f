-- Avatars in the floating list, by kitty's graphics protocol: the terminal gets the picture once, and draws it where
-- placeholder characters stand, whose colour is the picture's number. So the picture moves with the text.
local M = {}

local COLUMNS = 2
local LARGEST = 1024 * 1024
local PLACEHOLDER = vim.fn.nr2char(0x10EEEE)
-- Of a row and of a column, counted from 0: the first ones of kitty's table.
local MARKS = { vim.fn.nr2char(0x0305), vim.fn.nr2char(0x030D) }

--- Pictures by what the entity calls them: a number, false where there is none to show, 'loading'.
local pictures = {}
local count = 0

local function send(data)
  if vim.env.TMUX then
    data = ('\27Ptmux;%s\27\\'):format(data:gsub('\27', '\27\27'))
  end
  if vim.api.nvim_ui_send then
    vim.api.nvim_ui_send(data)
  else
    vim.fn.chansend(vim.v.stderr, data)
  end
end

--- Terminals load PNG by themselves; other pictures would have to be converted.
local function is_png(path)
  local file = io.open(path, 'rb')
  local head = file and file:read(8)
  if file then
    file:close()
  end
  return head == '\137PNG\r\n\26\n'
end

local function transmit(path)
  if not is_png(path) then
    return false
  end
  count = count + 1
  -- Other programs in the same terminal count their pictures, too.
  local number = (vim.fn.getpid() % 0xffff) * 0x100 + count % 0xff + 1
  send(('\27_Ga=T,U=1,q=2,f=100,t=f,i=%d,c=%d,r=1;%s\27\\'):format(number, COLUMNS, vim.base64.encode(path)))
  vim.api.nvim_set_hl(0, 'MentionsAvatar' .. number, { fg = ('#%06x'):format(number) })
  return number
end

local function download(address, done)
  local folder = vim.fs.joinpath(vim.fn.stdpath('cache'), 'mentions', 'avatars')
  local path = vim.fs.joinpath(folder, vim.fn.sha256(address) .. '.png')
  if vim.uv.fs_stat(path) then
    return path
  end
  if vim.fn.executable('curl') == 0 or vim.fn.mkdir(folder, 'p', tonumber('700', 8)) == 0 then
    return nil
  end
  local command = {
    'curl', '--silent', '--fail', '--location', '--proto', '=https', '--max-time', '10',
    '--max-filesize', tostring(LARGEST), '--output', path .. '.part', '--', address,
  }
  vim.system(command, {}, vim.schedule_wrap(function(result)
    local is_there = result.code == 0 and vim.uv.fs_rename(path .. '.part', path)
    pictures[address] = is_there and transmit(path) or false
    done()
  end))
  return nil, true
end

local function picture(address, done)
  if address:match('^https://') then
    local path, is_loading = download(address, done)
    if path then
      return transmit(path)
    end
    return is_loading and 'loading' or false
  end
  local path = address:match('^/') and address or address:match('^file:///') and vim.uri_to_fname(address)
  return path and transmit(path) or false
end

--- The pictures go with the editor. Placeholders without a picture are blank.
local function forget_at_the_end()
  vim.api.nvim_create_autocmd('VimLeavePre', {
    once = true,
    callback = function()
      for _, number in pairs(pictures) do
        if type(number) == 'number' then
          send(('\27_Ga=d,d=I,q=2,i=%d\27\\'):format(number))
        end
      end
    end,
  })
end

--- The cells of an entity's avatar: one chunk; nil where there is none to show, blank while it is loaded.
--- @param option 'off'|'kitty'
--- @param entity mentions.Entity
--- @param done fun() called when it has been loaded
--- @return table? chunk
function M.cells(option, entity, done)
  -- Its number is a colour of 24 bits.
  if option ~= 'kitty' or type(entity.avatar) ~= 'string' or not vim.o.termguicolors then
    return nil
  end
  if pictures[entity.avatar] == nil then
    if next(pictures) == nil then
      forget_at_the_end()
    end
    pictures[entity.avatar] = 'loading'
    pictures[entity.avatar] = picture(entity.avatar, done)
  end
  local number = pictures[entity.avatar]
  if type(number) ~= 'number' then
    return { (' '):rep(COLUMNS) }
  end
  local text = ''
  for column = 1, COLUMNS do
    text = text .. PLACEHOLDER .. MARKS[1] .. MARKS[column]
  end
  return { text, 'MentionsAvatar' .. number }
end

return M
