"""Games on paper: cards, boards and player aids as sheets to cut out, made from what the rules declare.

faces     what is printed on each card, board and aid, as plain data
layout    papers, sizes of cards, how many go on a sheet
sheets    the data set in type by Typst (`sheet.typ`), as PDF or pictures; what does not fit is an error
"""
