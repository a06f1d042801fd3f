;;; mentions.el --- Mentions of people in any text  -*- lexical-binding: t; -*-

;; Version: 1.0
;; Package-Requires: ((emacs "29.1"))
;; Keywords: convenience, text

;;; Commentary:

;; Type @ and the first letters of a name and accept a suggestion: the name is
;; now a mention, which is shown, moved, shortened and deleted as a unit.  This
;; file starts the language server mentions-lsp with Eglot or lsp-mode, whichever
;; you use, and adds the features that these clients do not have.
;;
;;   (require 'mentions)
;;   (add-hook 'markdown-mode-hook #'mentions-mode)

;;; Code:

;; Loading this file enables nothing; lsp-mode need not be installed.
(require 'eglot)
(require 'subr-x)
(require 'xref)
(defvar lsp--cur-workspace)
(defvar lsp-clients)
(defvar mentions-mode)

(defgroup mentions nil "Mentions of people in any text." :group 'text :prefix "mentions-")

(defcustom mentions-server-command '("mentions-lsp") "The language server and its arguments." :type '(repeat string))

(defcustom mentions-client 'auto
  "The client that runs the language server when `mentions-mode' is enabled.
With `auto', this is lsp-mode if it is loaded, else Eglot; with nil nothing is
started.  Eglot runs one server per buffer, lsp-mode several."
  :type '(choice (const auto) (const eglot) (const lsp-mode) (const nil)))

(defcustom mentions-languages
  '((markdown-mode . "markdown") (org-mode . "org") (text-mode . "plaintext"))
  "Major modes in which Eglot runs the server, and their language identifiers.
A mode includes all modes derived from it; the first match is used."
  :type '(alist :key-type symbol :value-type string))

(defcustom mentions-settings nil
  "Settings of the server, as a property list.
\(:demo t) adds 25 people to try it with." :type 'plist)

(defcustom mentions-entities-function nil
  "Function that finds people: the server's source of type \"client\".
It is called with a property list (:keyString :searchType :invoked
:controlCharacter :uri :languageId :queryID) and returns a list of entities:
names, or property lists like (:name \"Ada Lovelace\" :aliases [\"Countess\"])."
  :type '(choice (const nil) function))

(defcustom mentions-backspace-timeout 0.2
  "Seconds that a backspace after a mention waits for the server." :type 'number)

(defcustom mentions-delay 0.1 "Idle time in seconds after which the displayed mentions are updated." :type 'number)

(defface mentions-face '((t :inherit link :underline nil)) "A mention.")
(defface mentions-trimmed-face '((t :inherit mentions-face :slant italic)) "A mention that was shortened.")
(defface mentions-lit-up-face '((t :inherit (highlight mentions-face))) "The mention at point.")

;;; The two clients

(defclass mentions-server (eglot-lsp-server) () "The server as Eglot knows it.")

(defun mentions--connection ()
  "The server in this buffer: (eglot . SERVER), (lsp-mode . WORKSPACE) or nil."
  (if (eglot-managed-p)
      (let ((server (eglot-current-server)))
        (and server (object-of-class-p server 'mentions-server) (cons 'eglot server)))
    (with-no-warnings
      (seq-some (lambda (workspace)
                  (and (eq 'mentions (lsp--client-server-id (lsp--workspace-client workspace)))
                       (eq 'initialized (lsp--workspace-status workspace))
                       (cons 'lsp-mode workspace)))
                (and (bound-and-true-p lsp-mode) (lsp-workspaces))))))

(defun mentions--connected ()
  "Like `mentions--connection', but signal an error instead of returning nil."
  (or (mentions--connection)
      (user-error "There are no mentions here: mentions-lsp does not serve this buffer")))

(defmacro mentions--by-client (eglot lsp)
  "Evaluate EGLOT if Eglot manages the server in this buffer, else LSP."
  `(if (eq 'eglot (car (mentions--connected))) ,eglot (with-no-warnings ,lsp)))

(defun mentions--document (&rest more)
  "Message parameters: this buffer's document, followed by MORE."
  (cl-list* :textDocument
            (mentions--by-client (eglot--TextDocumentIdentifier) (lsp--text-document-identifier)) more))

(defun mentions--position (place)
  "Convert PLACE to an LSP position."
  (mentions--by-client (eglot--pos-to-lsp-position place) (lsp--point-to-position place)))

(defun mentions--place (position)
  "Convert the LSP POSITION to a buffer position."
  (mentions--by-client (eglot--lsp-position-to-point position) (lsp--position-to-point position)))

(defun mentions--range (beg end)
  "The LSP range from BEG to END."
  (list :start (mentions--position beg) :end (mentions--position end)))

(defun mentions--get (object &rest path)
  "The value in OBJECT, a hash table or a property list, at the key PATH."
  (dolist (key path object)
    (setq object (if (hash-table-p object)
                     (gethash (substring (symbol-name key) 1) object)
                   (plist-get object key)))))

(defun mentions--send (how method params &optional more)
  "Send METHOD with PARAMS to the server, according to HOW.
With `notify', send a notification; with `ask', call MORE with the answer; with
`wait', return the answer, or signal an error after MORE seconds without one."
  (pcase (mentions--connected)
    (`(eglot . ,server)
     (eglot--signal-textDocument/didChange)
     (pcase how
       ('notify (jsonrpc-notify server method params))
       ('ask (jsonrpc-async-request server method params :success-fn more
                                    :error-fn #'ignore :timeout-fn #'ignore))
       ('wait (jsonrpc-request server method params :timeout (or more 10)))))
    (`(lsp-mode . ,workspace)
     (let ((lsp--cur-workspace workspace))
       (with-no-warnings
         (pcase how
           ('notify (lsp-notify method params))
           ('ask (lsp-request-async method params more :mode 'alive :error-handler #'ignore))
           ('wait (mentions--wait workspace method params (or more 10)))))))))

(defun mentions--wait (workspace method params seconds)
  "Send METHOD with PARAMS to WORKSPACE by lsp-mode; return the answer.
Signal an error for an error, or after SECONDS.  Unlike `lsp-request', run no
timers meanwhile: if one waits for an answer itself, as that of company does,
lsp-mode cancels the first request, or loses an answer that comes with another."
  (let ((process (with-no-warnings (lsp--workspace-proc workspace)))
        (end (+ (float-time) seconds))
        answer problem)
    (with-no-warnings
      (lsp-request-async method params (lambda (result) (setq answer (list result)))
                         :mode 'detached :error-handler (lambda (err) (setq problem (list err)))))
    (while (not (or answer problem))
      (let ((left (- end (float-time))))
        (unless (process-live-p process) (error "%s: the server has ended" method))
        (when (<= left 0) (error "%s: no answer after %s s" method seconds))
        (accept-process-output process left nil 1)))
    (when problem (error "%s" (or (mentions--get (car problem) :message) method)))
    (car answer)))

;;; Showing

(defvar-local mentions--overlays nil "Overlays of the mentions, in buffer order.")
(defvar-local mentions--timer nil "Timer for updating the displayed mentions.")
(defvar-local mentions--told nil "What the server told of the mentions last.")
(defvar mentions-face-functions nil "Functions of a mention and the server's whole answer that may give its face.")
(defvar-local mentions--shown nil "State of the buffer that was last sent to the server.")

(defun mentions--face (mention)
  "The face for MENTION."
  (cond ((run-hook-with-args-until-success 'mentions-face-functions mention mentions--told))
        ((eq t (mentions--get mention :litUp)) 'mentions-lit-up-face)
        ((equal "trimmed" (mentions--get mention :state)) 'mentions-trimmed-face)
        (t 'mentions-face)))

(defun mentions--show (answer)
  "Show the mentions of ANSWER to mentions/list instead of those shown."
  (mapc #'delete-overlay mentions--overlays)
  (setq mentions--told answer)
  (setq mentions--overlays
        (mapcar (lambda (mention)
                  (let ((overlay (make-overlay (mentions--place (mentions--get mention :range :start))
                                               (mentions--place (mentions--get mention :range :end)))))
                    (overlay-put overlay 'mention mention)
                    (overlay-put overlay 'evaporate t)
                    (overlay-put overlay 'face (mentions--face mention))
                    (overlay-put overlay 'help-echo (mentions--get mention :entity :name))
                    overlay))
                (mentions--get answer :mentions)))
  (force-mode-line-update))

(defun mentions--update (buffer)
  "Send the selection in BUFFER to the server, and update its mentions."
  (eglot--when-live-buffer buffer
    (setq mentions--timer nil)
    (let* ((connection (mentions--connection))
           (tick (buffer-chars-modified-tick))
           (start (if (region-active-p) (mark) (point)))
           (now (list (cdr connection) tick (point) start)))
      (unless connection (setq mentions--shown nil) (mentions--show nil))
      (when (and connection (not (equal now mentions--shown)))
        (setq mentions--shown now)
        (mentions--send 'notify "mentions/didChangeSelection"
                        (mentions--document :selections (vector (mentions--range start (point)))))
        (mentions--send 'ask "mentions/list" (mentions--document)
                        (lambda (answer)
                          (eglot--when-live-buffer buffer
                            (when (and mentions-mode (= tick (buffer-chars-modified-tick)))
                              (mentions--show answer)))))))))

(defun mentions--schedule (&rest _)
  "Update the displayed mentions after `mentions-delay' without a command."
  (when (timerp mentions--timer) (cancel-timer mentions--timer))
  (setq mentions--timer (run-with-timer mentions-delay nil #'mentions--update (current-buffer))))

(defun mentions--rest ()
  "Cancel all timers: Emacs ends, and its clients shut the servers down."
  (dolist (buffer (buffer-list))
    (with-current-buffer buffer
      (when (timerp mentions--timer) (cancel-timer mentions--timer)))))

(add-hook 'kill-emacs-hook #'mentions--rest -90)

(defun mentions--anew ()
  "Update the displayed mentions even if neither text nor cursor has changed."
  (setq mentions--shown nil)
  (mentions--schedule))

(defun mentions--lighter ()
  "Text for the mode line: the number of mentions, or ? without a server."
  (format " @%s" (if (mentions--connection) (length (mentions--in-order)) "?")))

(defun mentions--in-order ()
  "The overlays of the mentions that still exist, in buffer order."
  (seq-filter #'overlay-buffer mentions--overlays))

;;; Deleting

(defun mentions--after-mention (command)
  "Return COMMAND if point is right after a mention and no region is active."
  (and (not (use-region-p)) (not prefix-arg)
       (seq-some (lambda (overlay) (= (point) (overlay-end overlay))) (mentions--in-order))
       command))

(defun mentions-backspace ()
  "Delete backward; first highlight a mention, then shorten it, then delete it.
If the server says so or does not answer in time, do what DEL does without
`mentions-mode'."
  (interactive)
  (let* ((tick (buffer-chars-modified-tick))
         (answer (ignore-errors
                   (mentions--send 'wait "mentions/backspace"
                                   (mentions--document :position (mentions--position (point)))
                                   mentions-backspace-timeout)))
         (action (mentions--get answer :action))
         (edit (mentions--get answer :edit)))
    (cond ((or (member action '(nil "none")) (/= tick (buffer-chars-modified-tick)))
           (let ((command (let ((mentions-mode nil)) (key-binding (kbd "DEL")))))
             (setq this-command command)
             (call-interactively command)))
          (edit
           (let ((beg (mentions--place (mentions--get edit :range :start)))
                 (end (mentions--place (mentions--get edit :range :end)))
                 (text (mentions--get edit :newText)))
             (atomic-change-group
               (delete-region beg end)
               (goto-char beg)
               (insert text)))))
    (mentions--anew)))

;;; Commands

(defun mentions-list ()
  "List the mentions of this buffer."
  (interactive)
  (mentions--show (mentions--send 'wait "mentions/list" (mentions--document)))
  (let ((buffer (current-buffer))
        (mentions (or (mentions--in-order) (user-error "There are no mentions in this buffer"))))
    (xref-show-xrefs
     (lambda ()
       (mapcar (lambda (overlay)
                 (xref-make (concat (mentions--get (overlay-get overlay 'mention) :text) ": "
                                    (overlay-get overlay 'help-echo))
                            (xref-make-buffer-location buffer (overlay-start overlay))))
               mentions))
     nil)))

(defun mentions--read-entity (text)
  "Ask which person TEXT refers to: one mentioned in this buffer, or a new name."
  (let* ((known (mapcar (lambda (overlay) (mentions--get (overlay-get overlay 'mention) :entity))
                        (mentions--in-order)))
         (names (mapcar (lambda (entity) (mentions--get entity :name)) known))
         (name (read-string (format-prompt "Mention of" text) nil nil (cons text names))))
    (or (seq-find (lambda (entity) (equal name (mentions--get entity :name))) known)
        (list :name name))))

(defun mentions-add (beg end entity)
  "Make the text from BEG to END a mention of ENTITY, a property list."
  (interactive (if-let* (((use-region-p)) (beg (region-beginning)) (end (region-end)))
                   (list beg end (mentions--read-entity (buffer-substring-no-properties beg end)))
                 (user-error "Select the text that is to be a mention")))
  (let* ((text (buffer-substring-no-properties beg end))
         (mention (list :range (mentions--range beg end) :text text :entity entity))
         (answer (mentions--send 'wait "mentions/add" (mentions--document :mentions (vector mention)))))
    (deactivate-mark)
    (mentions--anew)
    (seq-doseq (refused (mentions--get answer :refused))
      (user-error "No mention: %s" (mentions--get refused :reason)))))

(defun mentions-remove (beg end)
  "Turn the mentions from BEG to END into plain text.
Interactively, those in the region or the one at point; with a prefix argument,
all."
  (interactive (let ((mention (seq-find (lambda (one) (<= (overlay-start one) (point) (overlay-end one)))
                                        (mentions--in-order))))
                 (cond (current-prefix-arg (list (point-min) (point-max)))
                       ((use-region-p) (list (region-beginning) (region-end)))
                       (mention (list (overlay-start mention) (overlay-end mention)))
                       (t (user-error "There is no mention at point")))))
  (mentions--send 'wait "mentions/remove" (mentions--document :ranges (vector (mentions--range beg end))))
  (mentions--anew))

(defun mentions-explain ()
  "Show whether a mention can begin at point, and why."
  (interactive)
  (let ((place (mentions--document :position (mentions--position (point)))))
    (message "%s" (mentions--get (mentions--send 'wait "mentions/explain" place) :reason))))

(defun mentions-forget (text)
  "Make the server forget that somebody was chosen.
TEXT is the name, handle or e-mail address; empty: everybody."
  (interactive "sForget that you chose whom (empty: everybody)? ")
  (mentions--send 'wait "workspace/executeCommand"
                  (list :command "mentions.forget" :arguments (if (string-empty-p text) [] (vector text)))))

(defun mentions-reload-sources ()
  "Make the server reload all sources of people."
  (interactive)
  (mentions--send 'wait "workspace/executeCommand" '(:command "mentions.reloadSources" :arguments [])))

;;; Requests from the server

(defun mentions--plain (value)
  "VALUE from the server, with hash tables converted to property lists."
  (if (not (hash-table-p value))
      value
    (mapcan (lambda (key) (list (intern (concat ":" key)) (mentions--plain (gethash key value))))
            (hash-table-keys value))))

(defun mentions--answer (method params)
  "The answer to the server's request METHOD with PARAMS, if it is one of ours."
  (pcase method
    ("mentions/retrieveEntities"
     (let ((found (and mentions-entities-function
                       (with-demoted-errors "mentions-entities-function: %S"
                         (funcall mentions-entities-function (mentions--plain params))))))
       (list :entities (vconcat found) :dedupe :json-false :isComplete t)))
    ("mentions/resolveEntity" (list :entity (mentions--get params :entity)))))

(cl-defmethod eglot-handle-request ((_server mentions-server) method &rest params)
  "Answer METHOD with PARAMS if it is one of ours."
  (or (mentions--answer (symbol-name method) params) (cl-call-next-method)))

;;; Starting and stopping

(defvar-local mentions--started nil "Whether `mentions-mode' started a client here.")
(defvar-local mentions--eglot-programs nil "State to restore the buffer-local `eglot-server-programs'.")

(defun mentions--eglot-is-awaited ()
  "Whether a mode hook will make Eglot start another server in this buffer."
  (cl-loop for mode = major-mode then (get mode 'derived-mode-parent) while mode
           for hook = (intern-soft (format "%s-hook" mode))
           thereis (and (boundp hook) (memq #'eglot-ensure (ensure-list (symbol-value hook))))))

(defun mentions--start ()
  "Start the server for this buffer, unless it is already running."
  (pcase (and (not (mentions--connection))
              (if (eq mentions-client 'auto) (if (featurep 'lsp-mode) 'lsp-mode 'eglot) mentions-client))
    ('lsp-mode
     (require 'lsp-mode)
     (let ((handlers (make-hash-table :test #'equal)))
       (dolist (method '("mentions/retrieveEntities" "mentions/resolveEntity"))
         (puthash method (lambda (_workspace params) (mentions--answer method params)) handlers))
       (with-no-warnings
         (lsp-register-client
          (make-lsp-client :server-id 'mentions :add-on? t :activation-fn (lambda (&rest _) mentions-mode)
                           :completion-in-comments? t
                           :new-connection (lsp-stdio-connection (lambda () mentions-server-command))
                           :request-handlers handlers
                           :initialization-options (lambda () mentions-settings)))
         (lsp-deferred)))
     (setq mentions--started t))
    ((and 'eglot (guard (and (derived-mode-p 'prog-mode)
                             (not (apply #'derived-mode-p (mapcar #'car mentions-languages))))))
     (message "Eglot runs one server, that of the language here; lsp-mode can run mentions-lsp besides it"))
    ((and 'eglot (guard (or (eglot-managed-p) (mentions--eglot-is-awaited))))
     (message "Eglot runs another server here; lsp-mode can run mentions-lsp besides it"))
    ('eglot
     (unless mentions--eglot-programs
       (setq mentions--eglot-programs
             (buffer-local-set-state
              eglot-server-programs
              `((,(mapcar (lambda (mode) (list (car mode) :language-id (cdr mode))) mentions-languages)
                 mentions-server ,@mentions-server-command
                 ,@(and mentions-settings `(:initializationOptions ,mentions-settings)))
                ,@eglot-server-programs))))
     (eglot-ensure)
     (setq mentions--started t))))

(defun mentions--clear ()
  "Remove the displayed mentions."
  (when (timerp mentions--timer) (cancel-timer mentions--timer))
  (mentions--show nil))

(defun mentions--stop ()
  "Restore this buffer, and stop what was started for it."
  (mentions--clear)
  (pcase (and mentions--started (mentions--connection))
    (`(eglot . ,server)
     (if (cdr (eglot--managed-buffers server)) (eglot--managed-mode-off) (eglot-shutdown server)))
    (`(lsp-mode . ,workspace)
     (with-no-warnings
       (cond ((null (cdr (lsp--workspace-buffers workspace))) (lsp-workspace-shutdown workspace))
             ((null (cdr (lsp-workspaces))) (lsp-disconnect))))))
  (buffer-local-restore-state mentions--eglot-programs)
  (setq mentions--started nil mentions--eglot-programs nil)
  (unless (or (not (boundp 'lsp-clients))
              (seq-some (lambda (buffer) (buffer-local-value 'mentions-mode buffer)) (buffer-list)))
    (remhash 'mentions lsp-clients)))

;;;###autoload
(define-minor-mode mentions-mode
  "Mentions of people: type @ and the first letters of a name.
The server is run by Eglot or lsp-mode, see `mentions-client'."
  :lighter (:eval (mentions--lighter))
  :keymap (define-keymap "DEL" '(menu-item "" mentions-backspace :filter mentions--after-mention))
  (dolist (hook '((post-command-hook . mentions--schedule) (after-change-functions . mentions--schedule)
                  (eglot-managed-mode-hook . mentions--anew) (lsp-after-open-hook . mentions--anew)
                  (change-major-mode-hook . mentions--clear)))
    (if mentions-mode
        (add-hook (car hook) (cdr hook) nil t)
      (remove-hook (car hook) (cdr hook) t)))
  (if mentions-mode (mentions--start) (mentions--stop)))

(provide 'mentions)
;;; mentions.el ends here
