;;; init.el --- An Emacs for the tests  -*- lexical-binding: t; -*-

;; In the environment: TEST_CLIENT (eglot or lsp-mode), TEST_COMPLETION (capf or company), TEST_HOME (where
;; the socket "server" is), TEST_PACKAGE (the folder of mentions.el).

;;; Code:

(require 'server)
(require 'json)

(setq inhibit-startup-screen t make-backup-files nil auto-save-default nil create-lockfiles nil
      ring-bell-function #'ignore native-comp-jit-compilation nil use-short-answers t
      server-socket-dir (getenv "TEST_HOME"))
(prefer-coding-system 'utf-8)
(set-terminal-coding-system 'utf-8)
(set-keyboard-coding-system 'utf-8)
(server-start)
(when (equal "company" (getenv "TEST_COMPLETION"))
  (require 'company)
  (global-company-mode 1))
(if (equal "eglot" (getenv "TEST_CLIENT"))
    (setq eglot-autoshutdown t)
  (defvar lsp-keep-workspace-alive)
  (setq lsp-auto-guess-root t lsp-keep-workspace-alive nil lsp-enable-suggest-server-download nil lsp-restart 'ignore
        lsp-enable-snippet nil)
  (require 'lsp-mode))

;; As in editors/emacs/README.md.
(add-to-list 'load-path (getenv "TEST_PACKAGE"))
(require 'mentions)
;; Where a test is about the answer, a busy machine may take its time with it.
(setq mentions-backspace-timeout 20)
(load (expand-file-name "extra" user-emacs-directory) t t)
(add-hook 'markdown-mode-hook #'mentions-mode)

(defvar test-idle nil
  "Whether company, which has waited for a pause, awaits candidates.")
(with-eval-after-load 'company
  (advice-add 'company-idle-begin :around
              (lambda (begin &rest arguments) (let ((test-idle t)) (apply begin arguments)))))

;; A key that comes while an answer is awaited takes back the request, and company closes its list; lsp-mode may even
;; lose the key, if it is of several bytes and the answer comes between them.
(defun test-busy ()
  "Whether a command, company's hook after it or its timer has not finished."
  (or this-command                      ; Emacs clears it before it reads a key.
      test-idle
      (memq (bound-and-true-p company-timer) timer-list)))

;; An overlay moves with the text at once, and keeps its look until the server has answered.
(defun test-told ()
  "Whether the mentions are those that the server reported last."
  (seq-every-p (lambda (overlay)
                 (equal (mentions--get (overlay-get overlay 'mention) :text)
                        (buffer-substring-no-properties (overlay-start overlay) (overlay-end overlay))))
               (mentions--in-order)))

(defun test-state ()
  "What a test asserts about, as JSON."
  (with-current-buffer (window-buffer (selected-window))
    (json-encode
     `((buffer . ,(buffer-name))
       (text . ,(buffer-substring-no-properties (point-min) (point-max)))
       (before . ,(buffer-substring-no-properties (point-min) (point)))
       (modified . ,(if (buffer-modified-p) t :json-false))
       (busy . ,(if (test-busy) t :json-false))
       (connected . ,(if (mentions--connection) t :json-false))
       (told . ,(if (test-told) t :json-false))
       (mentions . ,(vconcat (mapcar (lambda (overlay)
                                       (list (buffer-substring-no-properties (overlay-start overlay)
                                                                             (overlay-end overlay))
                                             (or (overlay-get overlay 'face) "")))
                                     (mentions--in-order))))
       (candidates . ,(vconcat (mapcar #'substring-no-properties (bound-and-true-p company-candidates))))
       (minibuffer . ,(if (active-minibuffer-window) t :json-false))
       (messages . ,(with-current-buffer (messages-buffer)
                      (buffer-substring-no-properties (point-min) (point-max))))
       (warnings . ,(if (get-buffer "*Warnings*")
                        (with-current-buffer "*Warnings*"
                          (buffer-substring-no-properties (point-min) (point-max)))
                      ""))))))

;;; init.el ends here
