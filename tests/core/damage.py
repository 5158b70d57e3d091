"""Text with something wrong in it: characters changed, parts lost, doubled or swapped, the end cut off."""

from __future__ import annotations

from hypothesis import strategies as st

ODD = "0123456789BGRYWJ.;:=/-?# \t\n\r\"\\'é😀\u2028\x00\x85\ud800"


@st.composite
def damaged(draw: st.DrawFn, parts: list[str], separator: str) -> str:
    """The text of `parts` after one to three damages; sometimes they undo one another."""
    parts = list(parts)
    for _ in range(draw(st.integers(1, 3))):
        kind = draw(st.sampled_from(("change", "insert", "delete", "lose", "double", "swap", "cut")))
        place = draw(st.integers(0, len(parts) - 1))
        part = parts[place]
        spot = draw(st.integers(0, max(0, len(part) - 1)))
        odd = draw(st.sampled_from(ODD) | st.characters())
        if kind == "change":
            parts[place] = part[:spot] + odd + part[spot + 1 :]
        elif kind == "insert":
            parts[place] = part[:spot] + odd + part[spot:]
        elif kind == "delete":
            parts[place] = part[:spot] + part[spot + 1 :]
        elif kind == "lose" and len(parts) > 1:
            del parts[place]
        elif kind == "double":
            parts.insert(place, part)
        elif kind == "swap":
            other = draw(st.integers(0, len(parts) - 1))
            parts[place], parts[other] = parts[other], part
        elif kind == "cut":
            text = separator.join(parts)
            parts = text[: draw(st.integers(0, len(text)))].split(separator)
    return separator.join(parts)
