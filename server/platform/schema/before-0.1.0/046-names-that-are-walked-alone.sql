-- Lists by name at 100,000 products: what a walk in the order of names looks at is in the index itself, so that a row that is
-- passed by is not fetched. `names` lies there for the database's sake: it takes an expression from an index alone only where the
-- column that it is made of is there too. Each has at most 100 letters in a language, which an index has room for.
CREATE INDEX product_version_by_name_en ON product_version (search_form(text_in(names, 'en')) COLLATE "C", product_id)
  INCLUDE (names, search_text) WHERE is_current;
CREATE INDEX product_version_by_name_fi ON product_version (search_form(text_in(names, 'fi')) COLLATE "C", product_id)
  INCLUDE (names, search_text) WHERE is_current;
CREATE INDEX product_version_by_name_sv ON product_version (search_form(text_in(names, 'sv')) COLLATE "C", product_id)
  INCLUDE (names, search_text) WHERE is_current;
DROP INDEX product_version_name_en;
DROP INDEX product_version_name_fi;
DROP INDEX product_version_name_sv;
