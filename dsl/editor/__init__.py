"""What an editor asks about rules files while they are written: mistakes, names, what stands behind a word.

project   a game as it is being written: its texts, trees and mistakes
names     what the trees declare, and where
words     the word at a place of a text, whatever state the file is in
answers   hover, definition, references, completion, outline, quick fixes
"""
