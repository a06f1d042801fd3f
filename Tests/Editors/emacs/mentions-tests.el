;;; mentions-tests.el --- What mentions.el does without a server  -*- lexical-binding: t; -*-

;;; Code:

(require 'ert)
(require 'mentions)
(defvar outline-mode-hook)

(defun test-table (&rest members)
  "A hash table of MEMBERS, as lsp-mode has them."
  (let ((table (make-hash-table :test #'equal)))
    (while members (puthash (pop members) (pop members) table))
    table))

(defmacro test-with-mention (text &rest body)
  "Evaluate BODY in a buffer with TEXT, a mention where «» is, and the cursor at its end."
  (declare (indent 1))
  `(with-temp-buffer
     (insert ,text)
     (transient-mark-mode 1)
     (setq-local mentions-client nil)
     (let* ((end (progn (goto-char (point-min)) (search-forward "»") (delete-char -1) (point)))
            (beg (progn (goto-char (point-min)) (search-forward "«") (delete-char -1) (point))))
       (mentions-mode 1)
       (setq mentions--overlays (list (make-overlay beg (1- end))))
       (goto-char (1- end))
       ,@body)))

(ert-deftest test-objects-of-both-clients ()
  (let ((plist '(:range (:start 7))) (table (test-table "range" (test-table "start" 7))))
    (should (= 7 (mentions--get plist :range :start)))
    (should (= 7 (mentions--get table :range :start)))
    (should-not (mentions--get plist :edit :range))
    (should-not (mentions--get table :edit :range))
    (should (equal plist (mentions--plain table)))))

(ert-deftest test-answers-to-the-server ()
  (let ((query (test-table "queryID" 3 "keyString" "ad")) asked)
    (let ((mentions-entities-function (lambda (query) (setq asked query) '("Ada" (:name "Adele")))))
      (should (equal '(:entities ["Ada" (:name "Adele")] :dedupe :json-false :isComplete t)
                     (mentions--answer "mentions/retrieveEntities" query)))
      (should (equal "ad" (plist-get asked :keyString)))
      (should (equal 3 (plist-get asked :queryID))))
    (let ((mentions-entities-function (lambda (_) (error "No net"))) (inhibit-message t))
      (should (equal [] (plist-get (mentions--answer "mentions/retrieveEntities" query) :entities))))
    (let ((mentions-entities-function nil))
      (should (equal [] (plist-get (mentions--answer "mentions/retrieveEntities" query) :entities))))
    (should (equal '(:entity (:name "Ada")) (mentions--answer "mentions/resolveEntity" '(:entity (:name "Ada")))))
    (should-not (mentions--answer "workspace/configuration" nil))))

(ert-deftest test-faces ()
  (should (eq 'mentions-face (mentions--face '(:state "whole" :litUp :json-false))))
  (should (eq 'mentions-face (mentions--face (test-table "state" "whole" "litUp" nil))))
  (should (eq 'mentions-trimmed-face (mentions--face '(:state "trimmed" :litUp :json-false))))
  (should (eq 'mentions-lit-up-face (mentions--face '(:state "trimmed" :litUp t)))))

(ert-deftest test-backspace-is-taken-over-after-a-mention-only ()
  (let ((other (key-binding (kbd "DEL"))))
    (test-with-mention "Hi «Ada», you"
      (should (eq #'mentions-backspace (key-binding (kbd "DEL"))))
      (let ((prefix-arg '(4))) (should (eq other (key-binding (kbd "DEL")))))
      (push-mark 1 t t)
      (should (eq other (key-binding (kbd "DEL"))))
      (deactivate-mark)
      (backward-char)
      (should (eq other (key-binding (kbd "DEL"))))
      (forward-char 2)
      (should (eq other (key-binding (kbd "DEL"))))
      (backward-char)
      (mentions-mode -1)
      (should (eq other (key-binding (kbd "DEL")))))))

(ert-deftest test-backspace-without-an-answer-is-the-one-of-before ()
  (test-with-mention "Hi «Ada», you"
    (mentions-backspace)
    (should (equal "Hi Ad, you" (buffer-string)))
    (let (done)
      (local-set-key (kbd "DEL") (lambda () (interactive) (setq done t)))
      (mentions-backspace)
      (should done)
      (should (equal "Hi Ad, you" (buffer-string))))))

(ert-deftest test-everything-is-undone ()
  (with-temp-buffer
    (let* ((mentions-client nil)
           (mine (lambda (&rest _) nil))
           (values (lambda () (mapcar (lambda (hook) (copy-sequence (symbol-value hook)))
                                      '(post-command-hook after-change-functions change-major-mode-hook
                                        eglot-managed-mode-hook eglot-server-programs timer-list))))
           before)
      (add-hook 'post-command-hook mine nil t)
      (add-hook 'after-change-functions mine nil t)
      (add-hook 'change-major-mode-hook mine nil t)
      (add-hook 'eglot-managed-mode-hook mine nil t)
      (setq before (funcall values))
      (insert "Ada")
      (mentions-mode 1)
      (should-not (equal before (funcall values)))
      (insert " Lovelace")
      (setq mentions--overlays (list (make-overlay 1 4)))
      (mentions-mode -1)
      (should (equal before (funcall values)))
      (should-not (overlays-in (point-min) (point-max))))))

(ert-deftest test-another-major-mode-takes-the-mentions-away ()
  (test-with-mention "«Ada»"
    (text-mode)
    (should-not mentions-mode)
    (should-not (overlays-in (point-min) (point-max)))))

(ert-deftest test-commands-need-the-server ()
  (test-with-mention "«Ada»"
    (dolist (command (list #'mentions-list #'mentions-remove #'mentions-explain #'mentions-reload-sources))
      (should-error (call-interactively command) :type 'user-error))
    (should (equal " @?" (mentions--lighter)))))

(ert-deftest test-eglot-knows-the-server-where-and-while-it-is-wanted ()
  (let ((before eglot-server-programs) (mentions-client 'eglot) (mentions-settings '(:demo t)))
    (with-temp-buffer
      (mentions-mode 1)
      (should (equal '(((markdown-mode :language-id "markdown") (org-mode :language-id "org")
                        (text-mode :language-id "plaintext"))
                       mentions-server "mentions-lsp" :initializationOptions (:demo t))
                     (car eglot-server-programs)))
      (should (eq before (cdr eglot-server-programs)))
      (with-temp-buffer (should (eq before eglot-server-programs)))
      (mentions-mode -1)
      (mentions-mode 1)
      (should (eq before (cdr eglot-server-programs)))
      (mentions-mode -1)
      (should (eq before eglot-server-programs))
      (should-not (local-variable-p 'eglot-server-programs)))
    (with-temp-buffer
      (setq-local eglot-server-programs '((text-mode "mine")))
      (mentions-mode 1)
      (mentions-mode -1)
      (should (equal '((text-mode "mine")) eglot-server-programs)))))

(ert-deftest test-eglot-is-left-alone-where-a-hook-starts-it ()
  (let ((mentions-client 'eglot) (text-mode-hook (list #'mentions-mode)) (inhibit-message t))
    (with-temp-buffer
      (let ((before eglot-server-programs) (outline-mode-hook (list #'eglot-ensure)))
        (outline-mode)
        (should mentions-mode)
        (should (eq before eglot-server-programs))))
    (with-temp-buffer
      (outline-mode)
      (should (eq 'mentions-server (cadar eglot-server-programs))))))

;;; mentions-tests.el ends here
