-- How often a terminal was saved: a save names the revision that it began from.
ALTER TABLE terminal ADD COLUMN revision integer NOT NULL DEFAULT 1;
