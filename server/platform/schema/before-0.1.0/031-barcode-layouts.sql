-- How labels carry their own weight or price. Nothing was chosen: the Finnish convention.
INSERT INTO setting (name, value) VALUES ('barcode_layouts', '{}');
