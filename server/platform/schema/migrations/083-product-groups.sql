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
CREATE INDEX product_version_group ON product_version (group_id, product_id) WHERE group_id IS NOT NULL;

-- The groups that an import adds: by name in its rows, and by id when it is undone.
ALTER TABLE product_import_row ADD COLUMN new_group text;
ALTER TABLE product_import ADD COLUMN group_ids integer[] NOT NULL DEFAULT '{}';
