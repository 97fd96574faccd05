-- A VAT class can be renamed, and a rate that no sale has used can be corrected. corrected_at: when a rate that had begun was
-- last corrected or removed; orders priced before then get their rates again when they are paid.
ALTER TABLE vat_class ADD COLUMN revision integer NOT NULL DEFAULT 1, ADD COLUMN corrected_at timestamptz;

-- needs_terms: published under the rule that a shop names its seller and has terms of purchase; nothing is sold there without
-- them. Stores published before the rule go on selling.
-- clock_since: from when time_zone holds; null: always. No moment from then on belongs to a day before clock_day: a day that
-- was over stays as it was booked, also when a store's clock is put back by a change of zone.
ALTER TABLE store
  ADD COLUMN needs_terms boolean NOT NULL DEFAULT false,
  ADD COLUMN clock_since timestamptz,
  ADD COLUMN clock_day date,
  ADD CONSTRAINT store_clock_check CHECK ((clock_since IS NULL) = (clock_day IS NULL)) NOT VALID;

-- The time zones that a store had before, each from its since (null: always) up to its until.
CREATE TABLE store_past_clock (
  store_id integer NOT NULL REFERENCES store,
  since timestamptz,
  until timestamptz NOT NULL,
  time_zone text NOT NULL,
  first_day date,
  PRIMARY KEY (store_id, until)
);
