"""The folder of notes that the editors' tests work in, with the people who can be mentioned there."""

PEOPLE = """{"name": "Ada Lovelace", "handle": "ada", "email": "ada@example.org", "detail": "Analyst"}
{"name": "Alan Turing", "handle": "alan", "detail": "Machines"}
{"name": "Grace Hopper", "handle": "grace"}
{"name": "山田 太郎", "handle": "yamada"}
{"name": "Renée 🦊 Fuchs", "handle": "fox"}
"""
NOTES = "# Notes 😀\n\nIntro 日本語.\n"


def workspace(place, text=NOTES):
    """Makes the folder and returns the file of notes in it, `notes/notes.md` for the editor."""
    folder = place.outside / "notes"
    (folder / ".git").mkdir(parents=True)  # for editors that look for their workspace's root by it
    (folder / "people.jsonl").write_text(PEOPLE, encoding="utf-8")
    file = folder / "notes.md"
    file.write_text(text, encoding="utf-8")
    return file


def saved(file):
    """What an editor wrote; None while it is writing: many move the old file away before they write the new one, and a
    partly written file may end inside a character."""
    try:
        return file.read_text(encoding="utf-8")
    except (FileNotFoundError, UnicodeDecodeError):
        return None
