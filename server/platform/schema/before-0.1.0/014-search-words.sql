-- The beginning of any word is a triple of its own, a space and two letters: two letters are enough to look for.
DROP INDEX product_version_grams;
CREATE OR REPLACE FUNCTION all_texts(texts jsonb) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN search_form(' ' || coalesce(texts ->> 'en', '') || ' ' || coalesce(texts ->> 'fi', '') || ' ' || coalesce(texts ->> 'sv', ''));
CREATE INDEX product_version_grams ON product_version USING gin (text_grams(all_texts(names))) WHERE is_current;
