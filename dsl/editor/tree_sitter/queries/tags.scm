(declaration name: (_) @name) @definition.interface
