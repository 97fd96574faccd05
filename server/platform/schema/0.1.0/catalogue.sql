-- Catalogue: VAT, suppliers, products with their versions, codes and images, imports and bulk changes, unknown barcodes.

-- A class of goods with a common VAT rate.
CREATE TABLE vat_class (
  id integer GENERATED ALWAYS AS IDENTITY (START WITH 1001) CONSTRAINT vat_class_pkey PRIMARY KEY,
  name text NOT NULL CONSTRAINT vat_class_name_key UNIQUE,
  revision integer NOT NULL DEFAULT 1,
  -- When a rate that was already in effect was last corrected or removed. Orders priced before then get their rates again at payment.
  corrected_at timestamptz
);

-- The rate of a class from a date on; the newest rate that has begun applies.
CREATE TABLE vat_rate (
  vat_class_id integer NOT NULL CONSTRAINT vat_rate_vat_class_id_fkey REFERENCES vat_class,
  valid_from date NOT NULL,
  rate_basis_points integer NOT NULL CONSTRAINT vat_rate_rate_basis_points_check CHECK (rate_basis_points BETWEEN 0 AND 10000),
  CONSTRAINT vat_rate_pkey PRIMARY KEY (vat_class_id, valid_from)
);

-- Who delivers products.
CREATE TABLE supplier (
  id integer GENERATED ALWAYS AS IDENTITY (START WITH 1001) CONSTRAINT supplier_pkey PRIMARY KEY,
  name text NOT NULL,
  revision integer NOT NULL DEFAULT 1,
  -- Where orders of pre-ordered goods are sent.
  email text
);

-- What is sold. Names and prices are in product_version.
CREATE TABLE product (
  id integer GENERATED ALWAYS AS IDENTITY (START WITH 1001) CONSTRAINT product_pkey PRIMARY KEY,
  supplier_id integer NOT NULL CONSTRAINT product_supplier_id_fkey REFERENCES supplier,
  product_type text NOT NULL CONSTRAINT product_product_type_check CHECK (product_type IN ('standard', 'preorder')),
  product_code_type text NOT NULL CONSTRAINT product_product_code_type_check
    CHECK (product_code_type IN ('standard', 'bulk', 'bulk_encoded_weight', 'bulk_encoded_price')),
  product_code text,
  ean13 text,
  ean_case text,
  prefix text,
  units_per_case integer CONSTRAINT product_units_per_case_check CHECK (units_per_case > 0),
  -- {en, fi, sv}.
  descriptions jsonb NOT NULL,
  -- The content of a package, for unit prices.
  content_thousandths integer CONSTRAINT product_content_thousandths_check CHECK (content_thousandths > 0),
  content_unit text CONSTRAINT product_content_unit_check CHECK (content_unit IN ('kg', 'l')),
  -- Perishable goods can't be withdrawn from a pre-order.
  perishable boolean NOT NULL DEFAULT false,
  -- In years; null: no age limit.
  least_age integer CONSTRAINT product_least_age_check CHECK (least_age BETWEEN 1 AND 99),
  -- Stock at or below this is low; a store's own limit in store_stock takes precedence.
  stock_alarm_thousandths bigint,
  -- The name of the drawing that is displayed when there is no image.
  drawing text,
  enabled boolean NOT NULL DEFAULT true,
  sort_order integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  revision integer NOT NULL DEFAULT 1
);
CREATE INDEX product_of_supplier ON product (supplier_id, id);
-- Sorting the list of products, and filters that few products match.
CREATE INDEX product_sort_order ON product (sort_order, id);
CREATE INDEX product_updated ON product (updated_at, id);
CREATE INDEX product_disabled ON product (id) WHERE NOT enabled;
CREATE INDEX product_preorder ON product (id) WHERE product_type = 'preorder';
CREATE INDEX product_unusual_code ON product (product_code_type, id) WHERE product_code_type <> 'standard';

-- What a receipt prints about a product. A change of these fields adds a row; order lines reference the version that was sold.
CREATE TABLE product_version (
  id integer GENERATED ALWAYS AS IDENTITY (START WITH 1001) CONSTRAINT product_version_pkey PRIMARY KEY,
  product_id integer NOT NULL CONSTRAINT product_version_product_id_fkey REFERENCES product,
  -- {en, fi, sv}, each at most 100 characters.
  names jsonb NOT NULL,
  price_cents integer NOT NULL CONSTRAINT product_version_price_cents_check CHECK (price_cents >= 0),
  -- Part of the price.
  deposit_cents integer NOT NULL DEFAULT 0,
  vat_class_id integer NOT NULL CONSTRAINT product_version_vat_class_id_fkey REFERENCES vat_class,
  unit text NOT NULL,
  is_current boolean NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- Computed once, so that a search does not compute them for each row that it checks.
  search_text text GENERATED ALWAYS AS (all_texts(names)) STORED,
  search_grams text[] GENERATED ALWAYS AS (text_grams(all_texts(names))) STORED,
  CONSTRAINT product_version_deposit_cents_check CHECK (deposit_cents BETWEEN 0 AND price_cents)
);
CREATE UNIQUE INDEX product_version_current ON product_version (product_id) WHERE is_current;
CREATE INDEX product_version_product ON product_version (product_id);
CREATE INDEX product_version_price ON product_version (price_cents, product_id) WHERE is_current;
CREATE INDEX product_version_vat_class ON product_version (vat_class_id, product_id) WHERE is_current;
CREATE INDEX product_version_search ON product_version USING gin (search_grams) WHERE is_current;
-- A list sorted by name reads the index alone. `names` is included because PostgreSQL takes an expression from an index only if the
-- column that it is computed from is there, too.
CREATE INDEX product_version_by_name_en ON product_version (search_form(text_in(names, 'en')) COLLATE "C", product_id)
  INCLUDE (names, search_text) WHERE is_current;
CREATE INDEX product_version_by_name_fi ON product_version (search_form(text_in(names, 'fi')) COLLATE "C", product_id)
  INCLUDE (names, search_text) WHERE is_current;
CREATE INDEX product_version_by_name_sv ON product_version (search_form(text_in(names, 'sv')) COLLATE "C", product_id)
  INCLUDE (names, search_text) WHERE is_current;

-- Every code of every product in the form in which the scanner looks it up. The primary key keeps two products from sharing a code.
CREATE TABLE product_code (
  -- A GTIN-14, or `weight:` or `price:` and six digits.
  code_key text CONSTRAINT product_code_pkey PRIMARY KEY,
  product_id integer NOT NULL CONSTRAINT product_code_product_id_fkey REFERENCES product,
  field text NOT NULL CONSTRAINT product_code_field_check CHECK (field IN ('ean13', 'product_code', 'eanCase'))
);
CREATE INDEX product_code_product ON product_code (product_id);
-- Digits anywhere in a code.
CREATE INDEX product_code_grams ON product_code USING gin (text_grams(code_key));

-- Images of products. Shoppers see the one with the lowest place.
CREATE TABLE product_image (
  id integer GENERATED ALWAYS AS IDENTITY (START WITH 1001) CONSTRAINT product_image_pkey PRIMARY KEY,
  product_id integer NOT NULL CONSTRAINT product_image_product_id_fkey REFERENCES product,
  -- The SHA-256 of all its files, one after the other: part of their addresses.
  hash text NOT NULL CONSTRAINT product_image_hash_check CHECK (hash ~ '^[0-9a-f]{64}$'),
  place integer NOT NULL,
  -- Pixels of the largest file.
  width integer NOT NULL CONSTRAINT product_image_width_check CHECK (width > 0),
  height integer NOT NULL CONSTRAINT product_image_height_check CHECK (height > 0),
  -- The widths of its files, the smallest first.
  widths integer[] NOT NULL CONSTRAINT product_image_widths_check CHECK (cardinality(widths) > 0),
  created_at timestamptz NOT NULL DEFAULT now(),
  -- It can be restored for a day, and is then deleted.
  removed_at timestamptz,
  -- An image that is uploaded twice is stored once.
  CONSTRAINT product_image_product_id_hash_key UNIQUE (product_id, hash)
);
CREATE INDEX product_image_hash ON product_image (hash);
CREATE INDEX product_image_removed ON product_image (removed_at) WHERE removed_at IS NOT NULL;

-- The WebP files of an image, in the database so that one backup holds everything.
CREATE TABLE product_image_file (
  image_id integer NOT NULL CONSTRAINT product_image_file_image_id_fkey REFERENCES product_image ON DELETE CASCADE,
  width integer NOT NULL,
  bytes bytea NOT NULL,
  CONSTRAINT product_image_file_pkey PRIMARY KEY (image_id, width)
);
-- WebP is compressed already.
ALTER TABLE product_image_file ALTER COLUMN bytes SET STORAGE EXTERNAL;

-- A spreadsheet of products: checked row by row first, then applied in one transaction, and perhaps undone.
CREATE TABLE product_import (
  id integer GENERATED ALWAYS AS IDENTITY (START WITH 1001) CONSTRAINT product_import_pkey PRIMARY KEY,
  file_name text NOT NULL,
  state text NOT NULL DEFAULT 'checked' CONSTRAINT product_import_state_check CHECK (state IN ('checked', 'applied', 'undone')),
  ignored_columns text[] NOT NULL,
  examples integer NOT NULL DEFAULT 0,
  -- The suppliers that it created.
  supplier_ids integer[] NOT NULL DEFAULT '{}',
  checked_by integer NOT NULL CONSTRAINT product_import_checked_by_fkey REFERENCES app_user,
  checked_at timestamptz NOT NULL,
  applied_by integer CONSTRAINT product_import_applied_by_fkey REFERENCES app_user,
  applied_at timestamptz,
  undone_by integer CONSTRAINT product_import_undone_by_fkey REFERENCES app_user,
  undone_at timestamptz,
  -- The stores that offer its new products, unless a row names its own.
  offer_in integer[] NOT NULL DEFAULT '{}',
  CONSTRAINT product_import_applied_at_check CHECK ((state = 'checked') = (applied_at IS NULL)),
  CONSTRAINT product_import_undone_at_check CHECK ((state = 'undone') = (undone_at IS NOT NULL))
);

-- A row of an imported spreadsheet, and what became of it.
CREATE TABLE product_import_row (
  product_import_id integer NOT NULL
    CONSTRAINT product_import_row_product_import_id_fkey REFERENCES product_import ON DELETE CASCADE,
  row_number integer NOT NULL,
  result text NOT NULL CONSTRAINT product_import_row_result_check CHECK (result IN ('new', 'changed', 'same', 'wrong')),
  name text NOT NULL,
  -- Without a foreign key: an undo deletes the products that the import created.
  product_id integer,
  -- The product's revision when it was checked; once applied, the one that the import made.
  revision integer,
  new_supplier text,
  -- [{field, from, to}] by the fields of the form: what is saved, and what is undone.
  changes jsonb NOT NULL,
  problems jsonb NOT NULL,
  outcome text CONSTRAINT product_import_row_outcome_check
    CHECK (outcome IN ('applied', 'restored', 'removed', 'disabled', 'kept')),
  CONSTRAINT product_import_row_pkey PRIMARY KEY (product_import_id, row_number)
);
CREATE INDEX product_import_row_result ON product_import_row (product_import_id, result, row_number);

-- How many rows are saved, for the page that waits. Written outside the import's transaction; nothing depends on it.
CREATE TABLE product_import_progress (
  product_import_id integer CONSTRAINT product_import_progress_pkey PRIMARY KEY,
  done integer NOT NULL
);

-- A change of many products at once.
CREATE TABLE bulk_change (
  id integer GENERATED ALWAYS AS IDENTITY (START WITH 1001) CONSTRAINT bulk_change_pkey PRIMARY KEY,
  -- As the API receives it.
  change jsonb NOT NULL,
  user_id integer NOT NULL CONSTRAINT bulk_change_user_id_fkey REFERENCES app_user,
  created_at timestamptz NOT NULL,
  undone_by integer CONSTRAINT bulk_change_undone_by_fkey REFERENCES app_user,
  undone_at timestamptz,
  -- How many products it changed. Its rows are deleted after a while; this number stays.
  products integer NOT NULL DEFAULT 0,
  CONSTRAINT bulk_change_undone_check CHECK ((undone_by IS NULL) = (undone_at IS NULL))
);

-- Each product as it was before a bulk change, so that the change can be undone.
CREATE TABLE bulk_change_row (
  bulk_change_id integer NOT NULL CONSTRAINT bulk_change_row_bulk_change_id_fkey REFERENCES bulk_change ON DELETE CASCADE,
  -- Without a foreign key: a product may be deleted later.
  product_id integer NOT NULL,
  -- The one that the change made: a product with another revision was saved since.
  revision integer NOT NULL,
  -- The fields of its form.
  before jsonb NOT NULL,
  is_restored boolean NOT NULL DEFAULT false,
  CONSTRAINT bulk_change_row_pkey PRIMARY KEY (bulk_change_id, product_id)
);

-- Codes that shoppers scanned and the shop did not know: one row per shopper, store and code.
CREATE TABLE unknown_code_report (
  store_id integer NOT NULL CONSTRAINT unknown_code_report_store_id_fkey REFERENCES store ON DELETE CASCADE,
  code text NOT NULL CONSTRAINT unknown_code_report_code_check CHECK (code ~ '^[0-9A-Za-z]{4,48}$'),
  user_id integer NOT NULL CONSTRAINT unknown_code_report_user_id_fkey REFERENCES app_user ON DELETE CASCADE,
  -- On how many days it was reported, not how often.
  reports integer NOT NULL DEFAULT 1 CONSTRAINT unknown_code_report_reports_check CHECK (reports > 0),
  first_at timestamptz NOT NULL,
  -- When it was last counted: the next report counts a day later.
  last_at timestamptz NOT NULL,
  CONSTRAINT unknown_code_report_pkey PRIMARY KEY (store_id, code, user_id),
  CONSTRAINT unknown_code_report_last_at_check CHECK (last_at >= first_at)
);
CREATE INDEX unknown_code_report_user ON unknown_code_report (user_id);
CREATE INDEX unknown_code_report_last ON unknown_code_report (last_at);
