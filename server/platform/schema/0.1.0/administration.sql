-- Administration: the audit log, saved views, the milestones of a new shop, and sums of daily sales.

-- Who changed what in the back office. Rows are never changed or removed. Users are ids, so that an erased person leaves no name here.
CREATE TABLE audit_entry (
  id bigint GENERATED ALWAYS AS IDENTITY (START WITH 1001) CONSTRAINT audit_entry_pkey PRIMARY KEY,
  -- The kind of record, and its id.
  kind text NOT NULL,
  record_id bigint NOT NULL,
  action text NOT NULL CONSTRAINT audit_entry_action_check CHECK (action IN ('created', 'changed', 'removed')),
  user_id integer NOT NULL CONSTRAINT audit_entry_user_id_fkey REFERENCES app_user,
  reason text,
  -- [{field, from, to}], as the API returns them.
  changes jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX audit_entry_record ON audit_entry (kind, record_id, id);
-- The log of everything, of one kind of record, and of one admin, in order of time.
CREATE INDEX audit_entry_time ON audit_entry (created_at, id);
CREATE INDEX audit_entry_kind_time ON audit_entry (kind, created_at, id);
CREATE INDEX audit_entry_user_time ON audit_entry (user_id, created_at, id);

-- The audit log as a hash chain: each row covers one entry and, through the row before it, all earlier ones. Ids are 1, 2, 3 … in the
-- order of the chain; server/platform/audit-log/hash-chain.ts defines what they cover.
CREATE TABLE audit_chain (
  id bigint CONSTRAINT audit_chain_pkey PRIMARY KEY CONSTRAINT audit_chain_id_check CHECK (id > 0),
  entry_id bigint NOT NULL
    CONSTRAINT audit_chain_entry_id_key UNIQUE
    CONSTRAINT audit_chain_entry_id_fkey REFERENCES audit_entry,
  -- The reason may be cut by an erasure. Its hash is salted, so that nobody can find out the text by trying; the salt goes with the text.
  salt text,
  reason_sha256 text CONSTRAINT audit_chain_reason_sha256_check CHECK (reason_sha256 ~ '^[0-9a-f]{64}$'),
  chain_sha256 text NOT NULL CONSTRAINT audit_chain_chain_sha256_check CHECK (chain_sha256 ~ '^[0-9a-f]{64}$')
);

-- Lists as admins saved them: the query of a page's address, under a name.
CREATE TABLE saved_view (
  id integer GENERATED ALWAYS AS IDENTITY (START WITH 1001) CONSTRAINT saved_view_pkey PRIMARY KEY,
  user_id integer NOT NULL CONSTRAINT saved_view_user_id_fkey REFERENCES app_user ON DELETE CASCADE,
  list text NOT NULL,
  name text NOT NULL,
  query text NOT NULL,
  is_shared boolean NOT NULL,
  created_at timestamptz NOT NULL,
  CONSTRAINT saved_view_user_id_list_name_key UNIQUE (user_id, list, name)
);
CREATE INDEX saved_view_shared ON saved_view (list) WHERE is_shared;

-- Each admin's own order of views; views without a position come last.
CREATE TABLE saved_view_position (
  user_id integer NOT NULL CONSTRAINT saved_view_position_user_id_fkey REFERENCES app_user ON DELETE CASCADE,
  saved_view_id integer NOT NULL CONSTRAINT saved_view_position_saved_view_id_fkey REFERENCES saved_view ON DELETE CASCADE,
  position integer NOT NULL,
  CONSTRAINT saved_view_position_pkey PRIMARY KEY (user_id, saved_view_id)
);
CREATE INDEX saved_view_position_view ON saved_view_position (saved_view_id);

-- What a new shop has done for the first time, for the checklist on the admin's home page.
CREATE TABLE shop_milestone (
  name text CONSTRAINT shop_milestone_pkey PRIMARY KEY,
  reached_at timestamptz NOT NULL,
  -- What an admin confirmed: the sender of the SMS. Null: what the milestone is about has no name, or the gateway sets the sender.
  subject text
);

-- What each store sold and refunded on days that are over. A report adds the sales since: those that these tables do not have yet.
-- The rows are computed from orders and refunds, and may be deleted at any time together with the store's row of sales_summary. Their
-- ids are those of rows that orders refer to: foreign keys would only take time.

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

-- The sales of a day by product.
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

-- The sales of a day by product and the group that it had then (0: none), with its part of each receipt's VAT.
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
