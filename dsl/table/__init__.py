"""A table in the browser: people play a game together, each at a page of his own.

store     rooms and their moves in SQLite, each move durable before it is answered
picture   what a seat may see, as plain data for a page
room      one game: seats with their links, moves, taking back, bots, questions
server    pages and sockets: who may connect, what may be sent, how much of it
static    the page itself: plain ES modules, drawn from the data
"""
