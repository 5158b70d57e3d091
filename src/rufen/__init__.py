"""Rufen: the card game Wizard, to play, to keep score, to study and to research.

This module imports nothing, so that `import rufen.core` stays light.
"""

__version__ = "0.1.0"
