;;; mentions-transform.el --- Transform text and keep its mentions  -*- lexical-binding: t; -*-

;; Version: 1.0
;; Package-Requires: ((emacs "29.1"))
;; Keywords: convenience, text

;;; Commentary:

;; `mentions-transform' transforms the region and keeps the mentions in it: it
;; reverses it, sorts its lines, changes its case or writes its mentions
;; otherwise.  Put this file beside mentions.el.

;;; Code:

(require 'mentions)

(defun mentions-transform--names ()
  "The transforms of this buffer, as an alist from names to titles."
  (mapcar (lambda (transform) (cons (mentions--get transform :name) (mentions--get transform :title)))
          (mentions--get (mentions--send 'wait "mentions/transforms" (mentions--document)) :transforms)))

(defun mentions-transform--read ()
  "Ask for the name of a transform."
  (let* ((names (mentions-transform--names))
         (completion-extra-properties
          (list :annotation-function (lambda (name) (concat "  " (cdr (assoc name names)))))))
    (completing-read "Transform: " names nil t)))

(defun mentions-transform--edits (answer)
  "The edits in ANSWER, the last one first."
  (let* ((edit (mentions--get answer :edit))
         (changes (append (mentions--get edit :documentChanges) nil)))
    (reverse (append (mentions--get (car changes) :edits) nil))))

(defun mentions-transform--replace (edit)
  "Make EDIT in this buffer."
  (let ((beg (mentions--place (mentions--get edit :range :start)))
        (end (mentions--place (mentions--get edit :range :end))))
    (save-excursion
      (delete-region beg end)
      (goto-char beg)
      (insert (mentions--get edit :newText)))))

;;;###autoload
(defun mentions-transform (name beg end)
  "Do the transform NAME from BEG to END and keep the mentions there.
Interactively, in the region, or at the mention at point.  A mention that the
region cuts is taken whole.  Undoing it brings back the mentions as they were."
  (interactive (let ((name (mentions-transform--read)))
                 (if (use-region-p)
                     (list name (region-beginning) (region-end))
                   (list name (point) (point)))))
  (let* ((tick (buffer-chars-modified-tick))
         (answer (mentions--send 'wait "mentions/transform"
                                 (mentions--document :range (mentions--range beg end) :name name)))
         (lost (seq-remove (lambda (mention) (equal "moved" (mentions--get mention :fate)))
                           (mentions--get answer :mentions))))
    (unless (= tick (buffer-chars-modified-tick))
      (user-error "The text has changed meanwhile"))
    (atomic-change-group
      (mapc #'mentions-transform--replace (mentions-transform--edits answer)))
    (deactivate-mark)
    (mentions--anew)
    (when lost (message "Plain text now: %d" (length lost)))))

(provide 'mentions-transform)
;;; mentions-transform.el ends here
