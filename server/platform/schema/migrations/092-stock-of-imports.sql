-- The store whose stock an import counts, and for each of its rows the last count or correction there when the file was checked.
ALTER TABLE product_import ADD COLUMN stock_store_id integer
  CONSTRAINT product_import_stock_store_id_fkey REFERENCES store ON DELETE SET NULL;
ALTER TABLE product_import_row ADD COLUMN last_recount_id bigint;
