-- The groups by which a shop sorts its products: on the shelf that shoppers see, in reports and in journal entries.
CREATE TABLE product_group (
  id integer GENERATED ALWAYS AS IDENTITY (START WITH 1001) CONSTRAINT product_group_pkey PRIMARY KEY,
  -- {en, fi, sv}; at least one of them.
  names jsonb NOT NULL,
  sort_order integer NOT NULL,
  -- The account of its sales in journal entries; null: that of the VAT rate.
  sales_account text CONSTRAINT product_group_sales_account_check CHECK (sales_account ~ '^[0-9]{1,9}$'),
  -- Shoppers do not see it, and no form offers it.
  hidden boolean NOT NULL DEFAULT false,
  revision integer NOT NULL DEFAULT 1
);
-- In the version, as a sale keeps the group that its product had then. A server of the previous version saves versions without one.
ALTER TABLE product_version ADD COLUMN group_id integer CONSTRAINT product_version_group_id_fkey REFERENCES product_group;

-- The groups that an import adds: by name in its rows, and by id when it is undone.
ALTER TABLE product_import_row ADD COLUMN new_group text;
ALTER TABLE product_import ADD COLUMN group_ids integer[] NOT NULL DEFAULT '{}';

-- What each store sold and refunded on days that are over, by product and the group that it had then (0: none), with its part of each
-- receipt's VAT. Computed like the tables of 077, for the moments before grouped_until. A server of the previous version does not fill it:
-- reports use it where both moments are the same.
CREATE TABLE sales_by_group (
  store_id integer NOT NULL,
  date date NOT NULL,
  product_id integer NOT NULL,
  group_id integer NOT NULL,
  is_test boolean NOT NULL,
  sold_cents bigint NOT NULL,
  refunded_cents bigint NOT NULL,
  -- Less what came back.
  quantity_thousandths bigint NOT NULL,
  -- Less the VAT of refunds.
  vat_cents bigint NOT NULL,
  CONSTRAINT sales_by_group_pkey PRIMARY KEY (store_id, date, product_id, group_id, is_test)
);
ALTER TABLE sales_summary ADD COLUMN grouped_until timestamptz;
