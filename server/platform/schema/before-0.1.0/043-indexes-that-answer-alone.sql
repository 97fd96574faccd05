-- Lists of the back office at 100,000 products: what is summed up, counted or looked at row by row is in the index itself.

-- The sums between two moves of a product.
CREATE INDEX stock_move_sums ON stock_move (store_id, product_id, id) INCLUDE (quantity_thousandths);
DROP INDEX stock_move_ledger;

-- Which products stand so in a store, and whether one of them does.
CREATE INDEX store_stock_levels ON store_stock (store_id, level, product_id, offered) WHERE is_standard;
DROP INDEX store_stock_level;

-- A supplier's products.
CREATE INDEX product_of_supplier ON product (supplier_id, id);
DROP INDEX product_supplier;
