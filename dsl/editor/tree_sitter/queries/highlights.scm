(comment) @comment
(keyword) @keyword
(citation) @attribute
(number) @number
(operator) @operator
(string) @string
(text) @string
(escape) @string.escape
(interpolation "{" @punctuation.special)
(interpolation "}" @punctuation.special)
(interpolation (identifier) @variable.parameter)
(declaration name: (identifier) @type)
(group ["(" ")" "[" "]" "{" "}"] @punctuation.bracket)
