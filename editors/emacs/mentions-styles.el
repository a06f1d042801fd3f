;;; mentions-styles.el --- Styles of mentions, attributes, and spelling  -*- lexical-binding: t; -*-

;; Version: 1.0
;; Package-Requires: ((emacs "29.1"))
;; Keywords: convenience, text

;;; Commentary:

;; Shows mentions in the faces of the server's setting `styles', and the
;; attributes that you put on text.  Keeps Flyspell and Jinx out of mentions and
;; of what is typed to make one, and abbrevs from expanding there.  Put this file
;; beside mentions.el and require it.

;;; Code:

(require 'mentions)
(require 'abbrev)
(defvar flyspell-generic-check-word-predicate)
(defvar jinx--predicates)

;;; Styles

(defun mentions-styles--faces (names styles)
  "The faces of those STYLES of the server whose names are in NAMES."
  (seq-keep (lambda (style)
              (let ((face (and (seq-contains-p names (mentions--get style :name)) (mentions--get style :face))))
                (and face (facep (intern face)) (intern face))))
            styles))

(defun mentions-styles--face (mention told)
  "The faces of the styles of MENTION, according to what the server has TOLD."
  (when-let* ((faces (mentions-styles--faces (mentions--get mention :styles) (mentions--get told :styles))))
    (append faces (let (mentions-face-functions) (list (mentions--face mention))))))

(add-hook 'mentions-face-functions #'mentions-styles--face)

;;; Attributes

(defvar-local mentions-styles--overlays nil "Overlays of the attributes.")
(defvar-local mentions-styles--timer nil "Timer for asking for the attributes again.")

(defun mentions-styles--show (answer)
  "Show the attributes of ANSWER instead of those shown so far."
  (mapc #'delete-overlay mentions-styles--overlays)
  (setq mentions-styles--overlays
        (mapcar (lambda (attribute)
                  (let* ((name (mentions--get attribute :name))
                         (names (or (mentions--get attribute :styles) (vector name)))
                         (overlay (make-overlay (mentions--place (mentions--get attribute :range :start))
                                                (mentions--place (mentions--get attribute :range :end)))))
                    (overlay-put overlay 'mentions-attribute attribute)
                    (overlay-put overlay 'evaporate t)
                    (overlay-put overlay 'face (mentions-styles--faces names (mentions--get answer :styles)))
                    overlay))
                (mentions--get answer :attributes))))

(defun mentions-attributes (&optional add strip)
  "Put attributes on the text of this buffer and take them off; return all of them.
ADD is a list of property lists (:beg :end :name), with :value, :whenTypedAt
\(\"grow\" or \"keep\") and :whenChanged (\"keep\" or \"strip\") if you like.
STRIP is a list of names, or t for all."
  (let* ((additions (mapcar (lambda (each)
                              (append (list :range (mentions--range (plist-get each :beg) (plist-get each :end)))
                                      (cl-loop for (key value) on each by #'cddr
                                               unless (memq key '(:beg :end)) append (list key value))))
                            add))
         (params (append (and add (list :add (vconcat additions)))
                         (and strip (list :strip (if (eq strip t) (make-hash-table) (list :names (vconcat strip)))))))
         (answer (mentions--send 'wait "mentions/attributes" (apply #'mentions--document params))))
    (mentions-styles--show answer)
    (add-hook 'after-change-functions #'mentions-styles--changed nil t)
    (seq-doseq (refused (mentions--get answer :refused))
      (message "Attribute %d: %s" (1+ (mentions--get refused :index)) (mentions--get refused :reason)))
    (append (mentions--get answer :attributes) nil)))

(defun mentions-styles--changed (&rest _)
  "Ask for the attributes again after `mentions-delay', if there are any."
  (when mentions-styles--overlays
    (when (timerp mentions-styles--timer) (cancel-timer mentions-styles--timer))
    (setq mentions-styles--timer
          (run-with-timer mentions-delay nil
                          (lambda (buffer)
                            (when (buffer-live-p buffer)
                              (with-current-buffer buffer (mentions-styles--again))))
                          (current-buffer)))))

(defun mentions-styles--again ()
  "Ask for the attributes, and show them if the text is still the same then."
  (let ((tick (buffer-chars-modified-tick)) (buffer (current-buffer)))
    (when (mentions--connection)
      (mentions--send 'ask "mentions/attributes" (mentions--document)
                      (lambda (answer)
                        (when (buffer-live-p buffer)
                          (with-current-buffer buffer
                            (when (= tick (buffer-chars-modified-tick)) (mentions-styles--show answer)))))))))

;;; Spelling

(defun mentions-creating-p ()
  "Whether a mention is being made in this buffer.
For predicates of packages that correct or capitalize what you type."
  (and mentions-mode (mentions--connection)
       (equal "creating" (mentions--get (ignore-errors (mentions--send 'wait "mentions/state" (mentions--document)
                                                                       mentions-backspace-timeout))
                                        :state))))

(defun mentions-spelling-off-p (&optional place)
  "Whether spell checking must stay off at PLACE, by default before point."
  (let ((place (or place (1- (point)))))
    (or (seq-some (lambda (overlay) (and (<= (overlay-start overlay) place) (< place (overlay-end overlay))))
                  (mentions--in-order))
        (and (mentions--connection)
             (seq-some (lambda (range)
                         (and (<= (mentions--place (mentions--get range :start)) place)
                              (< place (mentions--place (mentions--get range :end)))))
                       (mentions--get (ignore-errors (mentions--send 'wait "mentions/spelling" (mentions--document)
                                                                     mentions-backspace-timeout))
                                      :off))))))

(defun mentions-spelling--flyspell (&rest _)
  "For Flyspell: whether to check the word before point."
  (not (mentions-spelling-off-p)))

(defun mentions-spelling--jinx (_start)
  "For Jinx: whether the word before point is to be left alone."
  (mentions-spelling-off-p))

(defun mentions-spelling--expand (expand)
  "Call EXPAND, which expands an abbrev, unless a mention is being made."
  (unless (and (abbrev--before-point) (mentions-creating-p)) (funcall expand)))

(defun mentions-spelling--switch ()
  "Keep spell checkers and abbrevs out of mentions while `mentions-mode' is on."
  (let ((usual (or (bound-and-true-p flyspell-generic-check-word-predicate)
                   (get major-mode 'flyspell-mode-predicate) #'always)))
    (cond (mentions-mode
           (setq-local flyspell-generic-check-word-predicate usual)
           (add-function :before-while (local 'flyspell-generic-check-word-predicate) #'mentions-spelling--flyspell)
           (add-function :around (local 'abbrev-expand-function) #'mentions-spelling--expand)
           (when (boundp 'jinx--predicates)
             (setq-local jinx--predicates (cons #'mentions-spelling--jinx jinx--predicates))))
          (t
           (remove-function (local 'flyspell-generic-check-word-predicate) #'mentions-spelling--flyspell)
           (remove-function (local 'abbrev-expand-function) #'mentions-spelling--expand)
           (when (local-variable-p 'jinx--predicates)
             (setq-local jinx--predicates (remq #'mentions-spelling--jinx jinx--predicates)))
           (remove-hook 'after-change-functions #'mentions-styles--changed t)
           (mentions-styles--show nil)))))

(add-hook 'mentions-mode-hook #'mentions-spelling--switch)

(provide 'mentions-styles)
;;; mentions-styles.el ends here
