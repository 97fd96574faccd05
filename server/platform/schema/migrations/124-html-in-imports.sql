-- How many cells of an import had HTML, which was replaced by its text.
ALTER TABLE product_import ADD COLUMN html_texts integer NOT NULL DEFAULT 0;
