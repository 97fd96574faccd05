-- In which stores an import offers its new products, where their rows do not say so themselves.
ALTER TABLE product_import ADD COLUMN offer_in integer[] NOT NULL DEFAULT '{}';

-- What a change of many products took from them goes after a while; how many they were stays.
ALTER TABLE bulk_change ADD COLUMN products integer NOT NULL DEFAULT 0;
UPDATE bulk_change SET products = (SELECT count(*) FROM bulk_change_row WHERE bulk_change_id = bulk_change.id);
