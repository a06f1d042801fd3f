"""`mentions-lsp play` in a pseudo-terminal; pyte, a terminal in memory, shows what a person would see."""

import fcntl
import os
import pty
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from pathlib import Path

import pyte
import pytest

RECORDED = Path(__file__).parent / "screens"
PATIENCE = 30


# What a shell does: the program gets a process group of its own in front of the terminal, and is waited for.
SHELL = """
import os, signal, sys
os.close(os.open(os.ttyname(0), os.O_RDWR))
signal.signal(signal.SIGTTOU, signal.SIG_IGN)
child = os.fork()
if child == 0:
    os.setpgid(0, 0)
    os.tcsetpgrp(0, os.getpid())
    signal.signal(signal.SIGTTOU, signal.SIG_DFL)
    os.execv(sys.argv[1], sys.argv[1:])
sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""


class Terminal:
    """A program in a terminal of its own."""

    def __init__(self, command, *arguments, columns=72, rows=20, environment=None):
        self.screen = pyte.Screen(columns, rows)
        self.stream = pyte.ByteStream(self.screen)
        self.master, slave = pty.openpty()
        self.resize(columns, rows, tell=False)
        self.before = termios.tcgetattr(slave)
        self.slave = slave
        self.output = b""
        variables = {**os.environ, "TERM": "xterm-256color", **(environment or {})}
        self.process = subprocess.Popen(
            [*command, "play", *arguments], stdin=slave, stdout=slave, stderr=slave, env=variables,
            start_new_session=True)

    def resize(self, columns, rows, tell=True):
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        if tell:
            self.screen.resize(rows, columns)
            self.process.send_signal(signal.SIGWINCH)

    def text(self):
        return "\n".join(line.rstrip() for line in self.screen.display).rstrip() + "\n"

    def pump(self, seconds):
        if select.select([self.master], [], [], seconds)[0]:
            try:
                data = os.read(self.master, 65536)
            except OSError:
                return False
            self.output += data
            self.stream.feed(data)
        return True

    def wait(self, condition, what):
        """Until the screen is as it should be."""
        end = time.monotonic() + PATIENCE
        while not condition(self.text()):
            if time.monotonic() > end:
                pytest.fail(f"in vain waited for {what}; the screen:\n{self.text()}")
            self.pump(0.2)

    def row(self, text):
        """The first row of the screen that holds a text."""
        return next(number for number, line in enumerate(self.screen.display) if text in line)

    def see(self, *texts):
        self.wait(lambda screen: all(text in screen for text in texts), texts)

    def miss(self, text):
        self.wait(lambda screen: text not in screen, f"the end of {text}")

    def type(self, text):
        os.write(self.master, text.encode())

    def end(self):
        """Waits for the end; the exit status."""
        limit = time.monotonic() + PATIENCE
        while self.process.poll() is None:
            assert time.monotonic() < limit, "the program does not end"
            self.pump(0.1)
        while select.select([self.master], [], [], 0)[0] and self.pump(0):
            pass
        return self.process.returncode

    @property
    def is_restored(self):
        return (
            termios.tcgetattr(self.slave) == self.before
            and self.output.count(b"\x1b[?1049h") == self.output.count(b"\x1b[?1049l") == 1
            and self.output.rindex(b"\x1b[?25h") > self.output.rindex(b"\x1b[?25l"))

    def close(self):
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        os.close(self.master)
        os.close(self.slave)


@pytest.fixture
def play(command):
    terminals = []

    def start(*arguments, **options):
        terminals.append(Terminal(command, *arguments, **options))
        return terminals[-1]

    yield start
    for terminal in terminals:
        terminal.close()


def recorded(name, screen):
    """Compares with the recorded screen; MENTIONS_UPDATE=1 records it anew."""
    file = RECORDED / f"{name}.txt"
    if os.environ.get("MENTIONS_UPDATE"):
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(screen)
    assert screen == file.read_text()


def test_text_is_reversed_and_rotated_with_its_mentions(play):
    terminal = play("--tab", "text")
    terminal.see("F2 Reverse")
    terminal.type("Hello @ada")
    terminal.see("Hello @ada")
    terminal.type("\x1bOQ")
    terminal.see("ada@ olleH")
    recorded("text-reversed", terminal.text())
    terminal.type("\x1bOR")
    terminal.see("nqn@ byyrU")
    recorded("text-rotated", terminal.text())
    # A part only: the first four characters.
    terminal.type("\x1b[1;5H" + 4 * "\x1b[1;2C" + "\x1bOQ")
    terminal.see("@nqn byyrU")
    terminal.type("\x11")
    assert terminal.end() == 0


def test_the_console_tells_what_is_typed_and_deleted(play):
    terminal = play("--tab", "console")
    terminal.see("Your actions")
    terminal.type("ab")
    terminal.see('"a"', '"b"')
    terminal.type("\x7f")
    terminal.see("deleted")
    terminal.type("\x1b[200~two lines\rat once\x1b[201~")
    terminal.see('"two lines\\nat once"')
    recorded("console", terminal.text())
    terminal.type("\x1bOS")
    terminal.miss("deleted")
    terminal.type("\x11")
    assert terminal.end() == 0


def test_mentions_are_made_and_trimmed(play):
    terminal = play("--tab", "mentions")
    terminal.see("Mention one")
    terminal.type("Thanks to @kn")
    terminal.see("Donald Knuth", "Enter Esc")
    recorded("mentions-chooser", terminal.text())
    terminal.type("\r")
    terminal.see("Thanks to Donald Knuth")
    terminal.miss("Enter Esc")
    # Three steps: it lights up, is trimmed, is deleted; and each is taken back.
    terminal.type("\x7f\x7f")
    terminal.miss("Knuth")
    terminal.see("Thanks to Donald")
    terminal.type("\x7f")
    terminal.miss("Donald")
    terminal.type("\x1bu\x1bu")
    terminal.see("Thanks to Donald Knuth")
    terminal.type("\x1be")
    terminal.miss("Knuth")
    terminal.type("\x1bu")
    terminal.see("Thanks to Donald Knuth")
    # By the second trigger, and by three letters.
    terminal.type(" +wir")
    terminal.see("Niklaus Wirth")
    terminal.type("\t")
    terminal.see("Thanks to Donald Knuth Niklaus Wirth")
    terminal.type(", Ham")
    terminal.see("Richard Hamming")
    terminal.type("\x1b")
    terminal.miss("Richard Hamming")
    recorded("mentions", terminal.text())
    terminal.type("\x11")
    assert terminal.end() == 0


def mouse(button, column, row, action="M"):
    """What a terminal sends (SGR), from a place on the screen counted from 0: 0 is the first button, 32 its motion."""
    return f"\x1b[<{button};{column + 1};{row + 1}{action}"


def test_the_other_chooser_is_a_slider_that_is_dragged(play):
    terminal = play()
    terminal.see("Mention one")
    terminal.type("\x1b[15~@")
    terminal.see("●", "at any time")
    recorded("mentions-slider", terminal.text())
    row = terminal.row("●")
    last = terminal.screen.display[row].rindex("●")
    terminal.type(mouse(0, last, row) + mouse(32, last - 8, row + 3) + mouse(0, last - 12, row, "m"))
    terminal.see(" mentions ago")
    terminal.miss("at any time")
    # The list of those whom nobody has mentioned yet is empty now; at the end of the track it is full again.
    terminal.miss("Alan Perlis")
    terminal.type(mouse(0, last - 12, row) + mouse(32, 70, row) + mouse(0, 70, row, "m"))
    terminal.see("at any time", "Alan Perlis")


MODES = [
    "enclosedTop", "enclosedBottom",
    *(f"custom{lock}{arrow}" for lock in ["LockTop", "LockBottom", "NoLock"]
      for arrow in ["NoArrow", "ArrowPointingUp", "ArrowPointingDown"])]


def test_the_eleven_position_modes(play):
    terminal = play()
    terminal.see("enclosedTop")
    terminal.type("first line\rThanks to @kn")
    terminal.see("Donald Knuth")
    for number, mode in enumerate(MODES):
        if number:
            terminal.type("\x1b[17~")
        terminal.see(f"\n{mode}: ", "Donald Knuth")
        lines = terminal.text().split("\n")
        typed = next(number for number, line in enumerate(lines) if "Thanks to @kn" in line)
        shown = next(number for number, line in enumerate(lines) if "> Donald Knuth" in line)
        # The line that is typed is alone in the viewport where it is locked. A chooser above it covers other lines.
        if mode != "customNoLockArrowPointingDown":
            assert ("first line" in terminal.text()) == ("NoLock" in mode), mode
        arrow = next((sign for sign in "▲▼" if sign in terminal.text()), None)
        assert arrow == {"Up": "▲", "wn": "▼"}.get(mode[-2:]), mode
        if arrow:
            row = next(number for number, line in enumerate(lines) if arrow in line)
            assert lines[row].index(arrow) == lines[typed].index("@"), mode
            assert row == typed + (1 if arrow == "▲" else -1), mode
        above = mode == "enclosedBottom" or arrow == "▼"
        assert (shown < typed) == above, mode
        recorded(f"modes/{mode}", terminal.text())
    terminal.type("\x1b[17~")
    terminal.see("\nenclosedTop: ")
    terminal.type("\x11")
    assert terminal.end() == 0


def test_a_tap_takes_an_entry_and_one_on_the_single_line_cancels(play):
    terminal = play()
    terminal.see("Mention one")
    terminal.type("first line\r@kn")
    terminal.see("Ken Thompson")
    row = terminal.row("Ken Thompson")
    terminal.type(mouse(0, 5, row) + mouse(0, 5, row, "m"))
    terminal.miss("Donald Knuth")
    terminal.see("first line\nKen Thompson\n")
    terminal.type(" @kn")
    terminal.see("Donald Knuth")
    terminal.miss("first line")
    row = terminal.row("@kn")
    terminal.type(mouse(0, 2, row) + mouse(0, 2, row, "m"))
    terminal.miss("Donald Knuth")
    terminal.see("first line\nKen Thompson @kn")


def test_pages_change_by_keys_and_by_the_mouse(play):
    terminal = play("--tab", "text")
    terminal.see("F2 Reverse")
    terminal.type("\x1b3")
    terminal.see("Mention one")
    column = terminal.screen.display[0].index("Console") + 1
    terminal.type(f"\x1b[<0;{column};1M\x1b[<0;{column};1m")
    terminal.see("Your actions")
    terminal.type("\x1b[20~")
    terminal.see("Mention one")


def test_a_new_size_is_drawn_anew_and_wide_letters_fit(play):
    terminal = play("--tab", "text")
    terminal.see("F2 Reverse")
    terminal.type("張三李四王五")
    terminal.see("張三李四王五")
    terminal.resize(10, 12)
    terminal.wait(lambda screen: "五" in screen and max(map(len, screen.split("\n"))) <= 10, "a small screen")
    terminal.resize(90, 30)
    terminal.see("Ctrl+Q quits")


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT, signal.SIGSEGV, signal.SIGABRT])
def test_the_terminal_is_put_back_at_a_signal(play, number):
    terminal = play()
    terminal.see("Mention one")
    assert not terminal.is_restored
    terminal.process.send_signal(number)
    status = terminal.end()
    assert status == (-number if number in (signal.SIGSEGV, signal.SIGABRT) else 0)
    assert terminal.is_restored


def test_it_stops_and_goes_on_as_a_shell_wants_it(command):
    terminal = Terminal([sys.executable, "-c", SHELL, *command])
    terminal.see("Mention one")
    leader = terminal.process.pid
    [child] = Path(f"/proc/{leader}/task/{leader}/children").read_text().split()
    terminal.type("\x1a")
    terminal.wait(lambda _: Path(f"/proc/{child}/stat").read_text().rsplit(")")[1].split()[0] == "T", "the stop")
    assert termios.tcgetattr(terminal.slave) == terminal.before
    os.kill(int(child), signal.SIGCONT)
    # What is typed before it has the terminal again is lost, as in any program.
    terminal.wait(lambda _: terminal.output.count(b"\x1b[?1049h") == 2, "the terminal's second screen")
    terminal.type("xyz")
    terminal.see("xyz")
    terminal.type("\x11")
    assert terminal.end() == 0
    terminal.close()


def test_a_session_is_recorded_for_replay(play, command, tmp_path):
    file = tmp_path / "session.jsonl"
    terminal = play("--record", str(file))
    terminal.see("Mention one")
    terminal.type("@kn")
    terminal.see("Donald Knuth")
    terminal.type("\r\x11")
    assert terminal.end() == 0
    assert subprocess.run([*command, "replay", file], capture_output=True).returncode == 0
    events = subprocess.run([*command, "events", file], capture_output=True, text=True).stdout
    assert '"@"' in events


def test_without_a_terminal_it_says_what_it_needs(command):
    run = subprocess.run([*command, "play"], capture_output=True, text=True, stdin=subprocess.DEVNULL)
    assert run.returncode == 1
    assert "needs a terminal" in run.stderr


def test_an_unknown_page_is_named(command):
    run = subprocess.run([*command, "play", "--tab", "nowhere"], capture_output=True, text=True)
    assert run.returncode == 2
    assert "nowhere" in run.stderr
