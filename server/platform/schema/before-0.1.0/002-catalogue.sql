-- The catalogue and its stock. Money is integer cents, quantity integer thousandths, VAT basis points.

CREATE TABLE vat_class (
  id integer GENERATED ALWAYS AS IDENTITY (START WITH 1001) PRIMARY KEY,
  name text NOT NULL UNIQUE
);

-- The rate of a class from a date on; the newest that has begun holds.
CREATE TABLE vat_rate (
  vat_class_id integer NOT NULL REFERENCES vat_class,
  valid_from date NOT NULL,
  rate_basis_points integer NOT NULL CHECK (rate_basis_points BETWEEN 0 AND 10000),
  PRIMARY KEY (vat_class_id, valid_from)
);

CREATE TABLE supplier (
  id integer GENERATED ALWAYS AS IDENTITY (START WITH 1001) PRIMARY KEY,
  name text NOT NULL
);

CREATE TABLE product (
  id integer GENERATED ALWAYS AS IDENTITY (START WITH 1001) PRIMARY KEY,
  supplier_id integer NOT NULL REFERENCES supplier,
  product_type text NOT NULL CHECK (product_type IN ('standard', 'preorder')),
  product_code_type text NOT NULL
    CHECK (product_code_type IN ('standard', 'bulk', 'bulk_encoded_weight', 'bulk_encoded_price')),
  product_code text,
  ean13 text,
  ean_case text,
  prefix text,
  units_per_case integer CHECK (units_per_case > 0),
  descriptions jsonb NOT NULL,
  content_thousandths integer CHECK (content_thousandths > 0),
  content_unit text CHECK (content_unit IN ('kg', 'l')),
  perishable boolean NOT NULL DEFAULT false,
  least_age integer CHECK (least_age BETWEEN 1 AND 99),
  stock_alarm_thousandths bigint,
  drawing text,
  enabled boolean NOT NULL DEFAULT true,
  sort_order integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);

-- What a receipt shows. Never edited: a change is a new row, and orders point at rows. names: {en, fi, sv}.
CREATE TABLE product_version (
  id integer GENERATED ALWAYS AS IDENTITY (START WITH 1001) PRIMARY KEY,
  product_id integer NOT NULL REFERENCES product,
  names jsonb NOT NULL,
  price_cents integer NOT NULL CHECK (price_cents >= 0),
  deposit_cents integer NOT NULL DEFAULT 0 CHECK (deposit_cents BETWEEN 0 AND price_cents),
  vat_class_id integer NOT NULL REFERENCES vat_class,
  unit text NOT NULL,
  is_current boolean NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX product_version_current ON product_version (product_id) WHERE is_current;
CREATE INDEX product_version_product ON product_version (product_id);

-- Every code of every product, as the scan resolver looks it up: a GTIN-14, or weight:/price: and six item digits.
CREATE TABLE product_code (
  code_key text PRIMARY KEY,
  product_id integer NOT NULL REFERENCES product,
  field text NOT NULL CHECK (field IN ('ean13', 'product_code', 'eanCase'))
);
CREATE INDEX product_code_product ON product_code (product_id);

-- quantity_thousandths is the sum of the product's moves in the store, kept in step in the same transaction.
CREATE TABLE store_stock (
  store_id integer NOT NULL REFERENCES store,
  product_id integer NOT NULL REFERENCES product,
  offered boolean NOT NULL DEFAULT true,
  quantity_thousandths bigint NOT NULL DEFAULT 0,
  alarm_thousandths bigint,
  PRIMARY KEY (store_id, product_id)
);
