-- A count that named a lot or a date.
ALTER TABLE stock_take_count ADD COLUMN lot text CONSTRAINT stock_take_count_lot_check CHECK (length(lot) BETWEEN 1 AND 20),
  ADD COLUMN best_before date, ADD COLUMN use_by date;

-- What of a counted product was of known lots. What is missing to the line is of others, or of none.
CREATE TABLE stock_take_lot (
  stock_take_id integer NOT NULL,
  product_id integer NOT NULL,
  lot text CONSTRAINT stock_take_lot_lot_check CHECK (length(lot) BETWEEN 1 AND 20),
  best_before date,
  use_by date,
  counted_thousandths bigint NOT NULL CONSTRAINT stock_take_lot_counted_check CHECK (counted_thousandths >= 0),
  -- The lot's quantity when counting of it began.
  expected_thousandths bigint NOT NULL,
  CONSTRAINT stock_take_lot_line_fkey FOREIGN KEY (stock_take_id, product_id) REFERENCES stock_take_line ON DELETE CASCADE
);
CREATE UNIQUE INDEX stock_take_lot_goods ON stock_take_lot (stock_take_id, product_id, coalesce(lot, ''),
  coalesce(use_by, best_before, 'infinity'));
