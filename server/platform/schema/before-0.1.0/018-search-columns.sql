-- What names are searched by, kept with each version instead of being made anew for each row that a search looks at: a word
-- of every tenth name is found in half the time, and a word of all names no longer takes seconds.
-- The earlier index stays for servers of the version before; a later release drops it.
ALTER TABLE product_version
  ADD COLUMN search_text text GENERATED ALWAYS AS (all_texts(names)) STORED,
  ADD COLUMN search_grams text[] GENERATED ALWAYS AS (text_grams(all_texts(names))) STORED;
CREATE INDEX product_version_search ON product_version USING gin (search_grams) WHERE is_current;
