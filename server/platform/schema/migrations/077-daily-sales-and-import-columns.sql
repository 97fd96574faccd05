-- What each store sold and refunded on days that are over. A report adds the sales since: those that these tables do not have yet.
-- The rows are computed from orders and refunds, and may be deleted at any time together with the store's row of sales_summary. Their
-- ids are those of rows that orders refer to, so that checking them again would only take time.

-- The moment before which a store's sales are in the tables below. No row: none of them are.
CREATE TABLE sales_summary (
  store_id integer
    CONSTRAINT sales_summary_pkey PRIMARY KEY
    CONSTRAINT sales_summary_store_id_fkey REFERENCES store,
  until timestamptz NOT NULL,
  -- When all its days were last compared with the orders.
  compared_at timestamptz
);

-- The date is that of the store's clock at the time of the payment or the refund. Cents include VAT.
CREATE TABLE sales_by_hour (
  store_id integer NOT NULL,
  date date NOT NULL,
  hour smallint NOT NULL,
  -- Paid at a test terminal.
  is_test boolean NOT NULL,
  purchases integer NOT NULL,
  sold_cents bigint NOT NULL,
  refunded_cents bigint NOT NULL,
  CONSTRAINT sales_by_hour_pkey PRIMARY KEY (store_id, date, hour, is_test)
);

CREATE TABLE sales_by_product (
  store_id integer NOT NULL,
  date date NOT NULL,
  product_id integer NOT NULL,
  is_test boolean NOT NULL,
  -- The purchases that contain it.
  purchases integer NOT NULL,
  sold_cents bigint NOT NULL,
  refunded_cents bigint NOT NULL,
  -- Less what came back.
  quantity_thousandths bigint NOT NULL,
  CONSTRAINT sales_by_product_pkey PRIMARY KEY (store_id, date, product_id, is_test)
);

-- VAT as it is summed over receipts and refunds.
CREATE TABLE sales_by_vat_rate (
  store_id integer NOT NULL,
  date date NOT NULL,
  terminal_id integer NOT NULL,
  rate_basis_points integer NOT NULL,
  sold_cents bigint NOT NULL,
  refunded_cents bigint NOT NULL,
  -- Less the VAT of refunds.
  vat_cents bigint NOT NULL,
  CONSTRAINT sales_by_vat_rate_pkey PRIMARY KEY (store_id, date, terminal_id, rate_basis_points)
);

-- Which columns of a file of products fill which fields, as an admin chose them: by the set of the file's headings.
CREATE TABLE product_import_columns (
  headings_sha256 text CONSTRAINT product_import_columns_pkey PRIMARY KEY,
  -- [[heading, column or null]], headings in plain form.
  columns jsonb NOT NULL,
  chosen_at timestamptz NOT NULL DEFAULT now()
);
-- The headings of the file, and the cells of its wrong rows: they can be saved as a file, with the reasons. Null: a server of the
-- previous version wrote the row.
ALTER TABLE product_import ADD COLUMN headings text[];
ALTER TABLE product_import_row ADD COLUMN cells jsonb;
