-- What the shelf labels say that were printed, to find those that are out of date: docs/developer/decisions/082-printed-shelf-labels.md.
-- The label of a day says what a product costs from that day on; a label printed today for a later day is a second row.
CREATE TABLE shelf_label (
  product_id integer NOT NULL CONSTRAINT shelf_label_product_id_fkey REFERENCES product ON DELETE CASCADE,
  -- Whose prices it shows.
  day date NOT NULL,
  -- The same for all labels of one PDF.
  printed_at timestamptz NOT NULL,
  language text NOT NULL CONSTRAINT shelf_label_language_check CHECK (language IN ('en', 'fi', 'sv')),
  -- Of which package it has the barcode.
  code_of text NOT NULL CONSTRAINT shelf_label_code_of_check CHECK (code_of IN ('unit', 'case')),
  -- Null where each piece has its own.
  code text,
  -- In its language.
  name text NOT NULL,
  -- In force on the day, VAT and deposit included.
  price_cents integer NOT NULL,
  deposit_cents integer NOT NULL,
  unit text NOT NULL,
  content_thousandths integer,
  content_unit text,
  units_per_case integer,
  -- Of a campaign that lowers the price on the day: its last day, the price without it, whether the food perishes quickly, and the lowest
  -- price of the 30 days before, where the label names it.
  campaign_until date,
  regular_cents integer NOT NULL,
  perishable boolean NOT NULL,
  lowest_cents integer,
  CONSTRAINT shelf_label_pkey PRIMARY KEY (product_id, day)
);
CREATE INDEX shelf_label_printed_at ON shelf_label (printed_at);
