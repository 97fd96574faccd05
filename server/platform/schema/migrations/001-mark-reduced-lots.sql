-- What somebody has put red labels on: a lot at a step of the markdown rules, with what the labels say.
CREATE TABLE marked_lot (
  stock_lot_id bigint NOT NULL CONSTRAINT marked_lot_stock_lot_id_fkey REFERENCES stock_lot,
  days_left integer NOT NULL,
  percent integer NOT NULL CONSTRAINT marked_lot_percent_check CHECK (percent BETWEEN 1 AND 90),
  price_cents integer NOT NULL CONSTRAINT marked_lot_price_check CHECK (price_cents >= 0),
  marked_at timestamptz NOT NULL,
  user_id integer NOT NULL CONSTRAINT marked_lot_user_id_fkey REFERENCES app_user,
  CONSTRAINT marked_lot_pkey PRIMARY KEY (stock_lot_id, days_left)
);
