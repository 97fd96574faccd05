-- How goods are ordered from a supplier. Null: not known.
ALTER TABLE supplier
  -- Of orders and their PDFs; null: that of the admin who sends one.
  ADD COLUMN language text CONSTRAINT supplier_language_check CHECK (language IN ('en', 'fi', 'sv')),
  -- Days from an order to its delivery.
  ADD COLUMN lead_days integer CONSTRAINT supplier_lead_days_check CHECK (lead_days BETWEEN 0 AND 365),
  -- Weekdays on which orders are taken, Monday is 1: '14'. Null: any day.
  ADD COLUMN order_days text CONSTRAINT supplier_order_days_check CHECK (order_days ~ '^1?2?3?4?5?6?7?$' AND order_days <> ''),
  -- The smallest order, excluding VAT.
  ADD COLUMN least_order_cents integer CONSTRAINT supplier_least_order_cents_check CHECK (least_order_cents >= 0);

ALTER TABLE product
  -- Goods are ordered in multiples of this quantity; null: of the units in a case, or of 1.
  ADD COLUMN order_pack_thousandths bigint,
  -- The supplier's own number of the article.
  ADD COLUMN supplier_code text;
