// The ends of lines and what stands deeper: a line of a rules file belongs to the one above it that is less indented.
// The tokens are empty; the blanks themselves are passed over by the parser.
#include "tree_sitter/alloc.h"
#include "tree_sitter/array.h"
#include "tree_sitter/parser.h"

enum { NEWLINE, INDENT, DEDENT };

typedef struct {
  Array(uint16_t) indents;
} Scanner;

void *tree_sitter_rules_external_scanner_create(void) {
  Scanner *scanner = ts_calloc(1, sizeof(Scanner));
  array_init(&scanner->indents);
  return scanner;
}

void tree_sitter_rules_external_scanner_destroy(void *payload) {
  Scanner *scanner = payload;
  array_delete(&scanner->indents);
  ts_free(scanner);
}

unsigned tree_sitter_rules_external_scanner_serialize(void *payload, char *buffer) {
  Scanner *scanner = payload;
  unsigned size = 0;
  for (uint32_t at = 0; at < scanner->indents.size && size + 2 <= TREE_SITTER_SERIALIZATION_BUFFER_SIZE; at++) {
    uint16_t depth = *array_get(&scanner->indents, at);
    buffer[size++] = (char)(depth & 0xff);
    buffer[size++] = (char)(depth >> 8);
  }
  return size;
}

void tree_sitter_rules_external_scanner_deserialize(void *payload, const char *buffer, unsigned length) {
  Scanner *scanner = payload;
  array_clear(&scanner->indents);
  for (unsigned at = 0; at + 2 <= length; at += 2)
    array_push(&scanner->indents, (uint16_t)((unsigned char)buffer[at] | (unsigned char)buffer[at + 1] << 8));
}

bool tree_sitter_rules_external_scanner_scan(void *payload, TSLexer *lexer, const bool *valid) {
  Scanner *scanner = payload;
  if (!valid[NEWLINE] && !valid[INDENT] && !valid[DEDENT]) return false;
  if (valid[NEWLINE] && valid[INDENT] && valid[DEDENT]) return false; // the parser looks for a way on after a mistake
  lexer->mark_end(lexer);
  bool ended = false;
  uint16_t depth = 0;
  for (;;) {
    if (lexer->lookahead == '\n') {
      ended = true;
      depth = 0;
      lexer->advance(lexer, true);
    } else if (lexer->lookahead == ' ' || lexer->lookahead == '\r' || lexer->lookahead == 0xfeff) {
      depth++;
      lexer->advance(lexer, true);
    } else if (lexer->lookahead == '\t') {
      depth += 4;
      lexer->advance(lexer, true);
    } else if (lexer->lookahead == '#') {
      while (lexer->lookahead && lexer->lookahead != '\n') lexer->advance(lexer, true);
    } else if (lexer->eof(lexer)) {
      ended = true;
      depth = 0;
      break;
    } else {
      break;
    }
  }
  uint16_t now = scanner->indents.size ? *array_back(&scanner->indents) : 0;
  if (!ended) return false;
  if (valid[INDENT] && depth > now) {
    array_push(&scanner->indents, depth);
    lexer->result_symbol = INDENT;
    return true;
  }
  if (valid[NEWLINE]) {
    lexer->result_symbol = NEWLINE;
    return true;
  }
  if (valid[DEDENT] && depth < now) {
    array_pop(&scanner->indents);
    lexer->result_symbol = DEDENT;
    return true;
  }
  return false;
}
