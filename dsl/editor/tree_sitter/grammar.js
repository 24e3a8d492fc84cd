// Made by docs/make_tree_sitter.py from the words of grammar/rules.lark.
const HEADS = ["game", "ledger", "include", "use", "option", "ruling", "reading", "module", "enum", "kind", "card", "piece", "cards", "pack", "directions", "links", "plan", "memory", "limit", "layers", "define", "value", "event", "window", "action", "procedure", "phase", "step", "main", "rule", "scenario", "var", "track", "zone", "board"];
const WORDS = ["active", "acts", "add", "after", "afterwards", "against", "age", "aim", "all", "along", "always", "and", "any", "arrange", "as", "asked", "asks", "at", "bag", "be", "because", "before", "beginning", "belongs", "beyond", "bots", "bottom", "box", "by", "called", "can", "cannot", "chance", "change", "choice", "choose", "copies", "copy", "corners", "costing", "crossed", "deep", "default", "divided", "does", "down", "drawn", "each", "edges", "else", "end", "ends", "every", "excludes", "expect", "face", "faces", "first", "fits", "for", "forget", "from", "given", "has", "hexagons", "highest", "if", "ignored", "in", "instead", "into", "is", "it", "last", "layout", "least", "leave", "leaves", "let", "letters", "lifts", "line", "live", "longest", "lost", "lower", "lowest", "may", "me", "means", "measure", "mod", "modify", "modules", "most", "move", "must", "never", "no", "nobody", "none", "not", "nothing", "number", "of", "offer", "on", "once", "one", "only", "onto", "openly", "or", "order", "over", "owner", "partners", "pass", "passed", "passing", "path", "pay", "per", "play", "playable", "player", "players", "printed", "private", "proves", "provided", "raise", "random", "reached", "read", "reads", "remember", "remove", "rename", "repeat", "replace", "replaced", "requires", "reveal", "row", "run", "said", "say", "scored", "sealed", "secret", "see", "seed", "seen", "sees", "set", "show", "shows", "shuffle", "silences", "size", "skip", "some", "spaces", "stack", "start", "starting", "stop", "stops", "such", "sum", "table", "tell", "tells", "text", "that", "the", "then", "this", "through", "times", "to", "together", "top", "trail", "turn", "under", "unimplemented", "unlisted", "until", "up", "uses", "weighing", "when", "where", "whether", "whichever", "while", "with", "within", "won", "words", "worth", "yes"];

module.exports = grammar({
  name: "rules",
  word: ($) => $.identifier,
  extras: ($) => [/[\s\uFEFF]/, $.comment],
  externals: ($) => [$._newline, $._indent, $._dedent],

  rules: {
    source_file: ($) => repeat($._line),

    _line: ($) => choice($.declaration, $.statement),
    declaration: ($) =>
      seq(
        field("keyword", alias(choice(...HEADS), $.keyword)),
        optional(field("name", $._name)),
        repeat($._part),
        $._end,
      ),
    _name: ($) => prec(1, choice($.identifier, $.string)),
    statement: ($) => seq($._first, repeat($._part), $._end),
    _end: ($) => prec.right(seq($._newline, optional(field("body", $.block)))),
    block: ($) => seq($._indent, repeat1($._line), $._dedent),

    _first: ($) => choice(alias(choice(...WORDS), $.keyword), $._thing),
    _part: ($) => choice($.keyword, $._thing),
    keyword: ($) => choice(...HEADS, ...WORDS),
    _thing: ($) => choice($.identifier, $.number, $.string, $.citation, $.operator, $.group),
    group: ($) =>
      choice(
        seq("(", repeat($._part), ")"),
        seq("[", repeat($._part), "]"),
        seq("{", repeat($._part), "}"),
      ),

    string: ($) =>
      seq(
        '"',
        repeat(choice($.escape, $.interpolation, alias(token.immediate(/[^"\\{}\n]+|\}/), $.text))),
        token.immediate('"'),
      ),
    escape: () => token.immediate(/\\./),
    interpolation: ($) => seq(token.immediate("{"), repeat($._part), "}"),
    citation: () => /@\p{L}+(-[\p{L}\p{N}_.]*[\p{L}\p{N}_])+/,
    operator: () => choice("!=", "<=", ">=", "..", /[=<>+\-*\/:;,.]/),
    number: () => /[0-9]+/,
    identifier: () => /\p{L}[\p{L}\p{N}_]*/,
    comment: () => /#[^\n]*/,
  },
});
