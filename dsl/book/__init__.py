"""Rulebooks made from the rules: what a book says as plain blocks, and how they are set as pages and as PDF.

`blocks` is what a book consists of; `boards` draws positions; `examples` plays scenarios; `parts` writes the chapters
that follow from the rules; `prose` reads what authors add beside them; `making` puts a book together; `markup` reads
the Markdown of paragraphs; `pages` and `paper` set it.
"""
