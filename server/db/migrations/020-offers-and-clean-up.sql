-- In which stores an import offers its new products, where their rows do not say so themselves.
ALTER TABLE product_import ADD COLUMN offer_in integer[] NOT NULL DEFAULT '{}';
