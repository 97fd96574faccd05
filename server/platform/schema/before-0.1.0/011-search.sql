-- What the lists of the back office are searched and sorted by. Nothing here needs an extension or a collation that an
-- engine may lack: å, ä and ö are written as the characters after z, and a text is found by its triples of letters.
-- The bodies are bound when the functions are made: an index is kept under another search path.

-- As texts are compared: small letters, å ä ö after z, no accents. Sort it under COLLATE "C".
CREATE FUNCTION search_form(words text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN translate(lower(words), 'ÅÄÖÉÈÜŠŽåäöéèüšž', '{|}eeusz{|}eeusz');

-- Every triple of letters, once. Costly, so that a plan looks them up in an index rather than making them anew.
CREATE FUNCTION text_grams(words text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE COST 10000
  RETURN (SELECT coalesce(array_agg(DISTINCT substr(words, start, 3)), '{}') FROM generate_series(1, length(words) - 2) start);

-- In a language, else in the first that has any: as the shop shows it.
CREATE FUNCTION text_in(texts jsonb, language text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN coalesce(nullif(texts ->> language, ''), nullif(texts ->> 'en', ''), nullif(texts ->> 'fi', ''), texts ->> 'sv', '');

CREATE FUNCTION all_texts(texts jsonb) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN search_form(coalesce(texts ->> 'en', '') || ' ' || coalesce(texts ->> 'fi', '') || ' ' || coalesce(texts ->> 'sv', ''));

CREATE INDEX product_version_grams ON product_version USING gin (text_grams(all_texts(names))) WHERE is_current;
CREATE INDEX product_version_name_en ON product_version (search_form(text_in(names, 'en')) COLLATE "C", product_id) WHERE is_current;
CREATE INDEX product_version_name_fi ON product_version (search_form(text_in(names, 'fi')) COLLATE "C", product_id) WHERE is_current;
CREATE INDEX product_version_name_sv ON product_version (search_form(text_in(names, 'sv')) COLLATE "C", product_id) WHERE is_current;
CREATE INDEX product_version_price ON product_version (price_cents, product_id) WHERE is_current;
CREATE INDEX product_sort_order ON product (sort_order, id);
CREATE INDEX product_updated ON product (updated_at, id);
