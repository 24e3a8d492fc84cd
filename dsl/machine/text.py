"""A machine as text: for people (`to_text`, `layout_text`), for files (`to_json`, `from_json`) and as a fingerprint (`digest`).

The text for people is stable: it is what goldens hold and what a difference of two machines is told in. Words stand beside
numbers, after `;`, and are taken from Names only.
"""

from __future__ import annotations
