-- Settings that admins change while the shop is open. Nothing remembers them: whoever needs one reads its row.
ALTER TABLE operator ADD COLUMN revision integer NOT NULL DEFAULT 1;

-- Not offered any more. Texts of products in it stay.
ALTER TABLE language ADD COLUMN is_hidden boolean NOT NULL DEFAULT false;

-- Those that are one value or a few. How often each was saved: a save names the revision that it began from.
CREATE TABLE setting (
  name text PRIMARY KEY CHECK (name IN ('languages', 'retention', 'barcode_layouts')),
  value jsonb NOT NULL,
  revision integer NOT NULL DEFAULT 1
);
-- languages: the rows of its own table; here only how often they were put in order.
INSERT INTO setting (name, value) VALUES ('languages', '{}'), ('retention', '{}');
