-- The products whose case has the code of a piece: the home page counts them. Until it is there, products are read one by one.
DROP INDEX CONCURRENTLY IF EXISTS product_case_of_piece;
CREATE INDEX CONCURRENTLY product_case_of_piece ON product (id)
  WHERE ean13 IS NULL AND product_code IS NULL AND (length(ean_case) = 13 OR ean_case LIKE '0%');
