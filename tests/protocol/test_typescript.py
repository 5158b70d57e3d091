"""The browser's types are the ones that the Python messages give."""

import msgspec
import msgspec.inspect as mi
import pytest

from rufen.protocol import typescript
from rufen.protocol.live import LiveClientMessage, LiveServerMessage
from rufen.protocol.messages import ClientMessage


@pytest.mark.parametrize(
    ("target", "generate"),
    [
        (typescript.TARGET, typescript.generate),
        (typescript.LIVE_TARGET, typescript.generate_live),
    ],
)
def test_the_generated_types_are_up_to_date(target, generate) -> None:
    assert target.read_text(encoding="utf-8") == generate(), "run: python -m rufen.protocol.typescript"


def test_every_message_a_browser_can_send_has_its_interface() -> None:
    text = typescript.generate()
    for kind in mi.type_info(ClientMessage).types:  # type: ignore[attr-defined]
        assert f"export interface {kind.cls.__name__} {{" in text
        assert f'readonly type: "{kind.tag}";' in text


def test_every_message_of_a_followed_sheet_has_its_interface() -> None:
    text = typescript.generate_live()
    for union in (LiveClientMessage, LiveServerMessage):
        for kind in mi.type_info(union).types:  # type: ignore[attr-defined]
            assert f"export interface {kind.cls.__name__} {{" in text
            assert f'readonly type: "{kind.tag}";' in text


def test_unions_that_have_a_name_are_written_by_it() -> None:
    text = typescript.generate()
    assert "readonly action: Action;" in text
    assert "readonly events: readonly Event[];" in text
    assert "export type Action = ChooseTrump | PlaceBid | PlayCard;" in text


def test_a_change_in_a_message_changes_the_types() -> None:
    class Hello(msgspec.Struct, frozen=True):
        v: str

    writer = typescript._Writer()
    writer.text(mi.type_info(Hello))
    assert "readonly v: string;" in writer.declarations["Hello"]
    assert writer.declarations["Hello"] not in typescript.generate()


def test_a_type_without_a_typescript_form_is_an_error() -> None:
    with pytest.raises(TypeError, match="no TypeScript form"):
        typescript._Writer().text(mi.type_info(bytes))
