-- Lists of the back office at 100,000 products: what they are narrowed by has an index.

-- What a shelf needs of its product to know its own level. Copied by whoever saves the product or makes the shelf; the
-- clean-up mends what a server of the version before has written.
ALTER TABLE store_stock
  ADD COLUMN is_standard boolean NOT NULL DEFAULT true,
  ADD COLUMN product_alarm_thousandths bigint;
UPDATE store_stock SET is_standard = product.product_type = 'standard', product_alarm_thousandths = product.stock_alarm_thousandths
  FROM product WHERE product.id = store_stock.product_id
    AND (product.product_type <> 'standard' OR product.stock_alarm_thousandths IS NOT NULL);
-- Follows each change of the quantity, in the same row. What is at its alarm limit is low.
ALTER TABLE store_stock ADD COLUMN level text NOT NULL GENERATED ALWAYS AS (
  CASE WHEN quantity_thousandths < 0 THEN 'negative'
    WHEN quantity_thousandths = 0 THEN 'out'
    WHEN quantity_thousandths <= coalesce(alarm_thousandths, product_alarm_thousandths) THEN 'low'
    ELSE 'ok' END) STORED;
CREATE INDEX store_stock_level ON store_stock (store_id, level, offered) WHERE is_standard;
CREATE INDEX store_stock_quantity ON store_stock (store_id, quantity_thousandths, product_id) WHERE is_standard;

-- Some digits anywhere in a code.
CREATE INDEX product_code_grams ON product_code USING gin (text_grams(code_key));

-- Filters of products: those that few products answer to.
CREATE INDEX product_disabled ON product (id) WHERE NOT enabled;
CREATE INDEX product_preorder ON product (id) WHERE product_type = 'preorder';
CREATE INDEX product_unusual_code ON product (product_code_type, id) WHERE product_code_type <> 'standard';
CREATE INDEX product_version_vat_class ON product_version (vat_class_id, product_id) WHERE is_current;

-- A product's ledger without what shoppers bought.
CREATE INDEX stock_move_by_hand ON stock_move (store_id, product_id, kind, id) WHERE kind <> 'sale';
-- The trail of one kind of record, or by one admin, in the order of time.
CREATE INDEX audit_entry_kind_time ON audit_entry (kind, created_at, id);
CREATE INDEX audit_entry_user_time ON audit_entry (user_id, created_at, id);
DROP INDEX audit_entry_user;
