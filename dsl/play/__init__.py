"""Players and statistics: bots, simulation, reports, views for other ecosystems."""
