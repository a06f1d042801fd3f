--- @meta
-- What an editor with types in comments (lua-language-server) tells of the options. Nothing here is run.

--- What `require('mentions').setup()` takes: see |mentions-options|. What is missing has its default.
--- @class mentions.Config
--- @field cmd? string[] the server's command
--- @field filetypes? string[] of the buffers that it serves
--- @field root_markers? string[] names of files and folders that a workspace's root holds
--- @field settings? table<string, any> the server's: sources, triggers, …
--- @field init_options? table<string, any> the same, and `demo`, `triggerLetters`
--- @field implicit? boolean names without a trigger too
--- @field completion? mentions.Config.completion
--- @field backspace? mentions.Config.backspace
--- @field spell? boolean mentions are spelled like other text
--- @field losses? boolean says when an edit made plain text of mentions
--- @field text_events? boolean the server tells what you do to the text, see |:Mentions-console|
--- @field highlights? boolean
--- @field accessories? boolean shows inlay hints and code lenses, see |mentions-accessories|
--- @field caps? string[] the ends of rounded styles, see |mentions-styles|
--- @field entities? mentions.Entities see |mentions-entities|
--- @field resolve_entity? mentions.Resolver see |mentions-entities|
--- @field chooser? mentions.Config.chooser see |mentions-chooser|
--- @field viewport? 'top'|'bottom'|'off' see |mentions-viewport|
--- @field position? mentions.Position|function|mentions.PlacedPosition see |mentions-chooser-position|

--- @class mentions.PlacedPosition
--- @field mode mentions.Position
--- @field place function

--- @alias mentions.Position
--- | 'enclosedTop' | 'enclosedBottom'
--- | 'customLockTopNoArrow' | 'customLockTopArrowPointingUp' | 'customLockTopArrowPointingDown'
--- | 'customLockBottomNoArrow' | 'customLockBottomArrowPointingUp' | 'customLockBottomArrowPointingDown'
--- | 'customNoLockNoArrow' | 'customNoLockArrowPointingUp' | 'customNoLockArrowPointingDown'

--- @class mentions.Config.completion
--- @field engine? 'builtin'|'external'|fun(buffer: integer) what opens the menu
--- @field autotrigger? boolean opens it at a trigger

--- @class mentions.Config.backspace
--- @field enable? boolean
--- @field keys? string[]
--- @field deadline? integer milliseconds that the server has to answer, 1 to 2000

--- @class mentions.Config.chooser
--- @field type? 'A'|'B' Neovim's own menu, or a window of the plug-in
--- @field cell? mentions.Cell see |mentions-cells|
--- @field cell_height? integer|fun(entity: mentions.Entity, trigger: string): integer rows of a cell
--- @field loading_cell? fun(trigger: string): table[] lines while sources are searching
--- @field loading_height? integer|fun(trigger: string): integer rows of that cell
--- @field will_present? mentions.WillPresent see |mentions-cells|
--- @field avatars? 'off'|'kitty' see |mentions-cells|
--- @field triggers? table<string, mentions.TriggerChooser> what a trigger has of its own
--- @field mouse? boolean
--- @field widget? string a name, see |mentions-widgets|
--- @field model? table<string, any> what the widget is given
--- @field events? table<string, function> what the widget raises
--- @field preselect? 'explicit'|'always'|'never' whether the first row is picked without being asked for
--- @field border? 'auto'|'top'|'bottom'|'none'
--- @field background? string a highlight group or a colour "#rrggbb"
--- @field keys? mentions.Config.chooser.keys

--- @alias mentions.Cell fun(entity: mentions.Entity, detail: string?, matches: integer[][], trigger: string): table
--- @alias mentions.WillPresent fun(entity: mentions.Entity, trigger: string, update: fun(fields: table))

--- @class mentions.TriggerChooser
--- @field cell? mentions.Cell
--- @field widget? string
--- @field model? table<string, any>

--- @class mentions.Config.chooser.keys
--- @field down? string[]
--- @field up? string[]
--- @field page_down? string[]
--- @field page_up? string[]
--- @field first? string[]
--- @field last? string[]
--- @field left? string[]
--- @field right? string[]
--- @field next? string[]
--- @field accept? string[]
--- @field cancel? string[]

--- Somebody or something that can be mentioned.
--- @class mentions.Entity
--- @field name string
--- @field id? string
--- @field uniqueID? string
--- @field handle? string
--- @field aliases? string[]
--- @field email? string
--- @field detail? string
--- @field kind? string `person`, `team`, `issue`, `document`, any
--- @field url? string
--- @field avatar? string
--- @field shortName? string
--- @field canTrim? boolean
--- @field weight? number more = earlier
--- @field gone? boolean has left
--- @field metadata? table<string, any>

--- @class mentions.Query
--- @field keyString string
--- @field searchType 'explicit'|'implicit'
--- @field invoked boolean whether the user asked for it
--- @field controlCharacter? string
--- @field uri string
--- @field languageId string

--- @alias mentions.Answer fun(entities: mentions.Entity[], flags?: { more?: boolean, dedupe?: boolean })
--- @alias mentions.Entities fun(query: mentions.Query, answer: mentions.Answer): mentions.Entity[]?
--- @alias mentions.Resolver fun(entity: mentions.Entity, answer: fun(entity: mentions.Entity)): mentions.Entity?
