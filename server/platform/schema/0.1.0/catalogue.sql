-- Catalogue: VAT, suppliers, product groups, products with their versions, codes, food information, price plans, shelf labels and images,
-- imports and bulk changes, unknown barcodes.

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
  -- Whether shoppers see the name with its products.
  is_name_public boolean NOT NULL DEFAULT true,
  revision integer NOT NULL DEFAULT 1,
  -- Where orders are sent.
  email text,
  -- Of orders and their PDFs; null: that of the admin who sends one.
  language text CONSTRAINT supplier_language_check CHECK (language IN ('en', 'fi', 'sv')),
  -- Days from an order to its delivery; null: not known.
  lead_days integer CONSTRAINT supplier_lead_days_check CHECK (lead_days BETWEEN 0 AND 365),
  -- Weekdays on which orders are taken, Monday is 1: '14'. Null: any day.
  order_days text CONSTRAINT supplier_order_days_check CHECK (order_days ~ '^1?2?3?4?5?6?7?$' AND order_days <> ''),
  -- The smallest order, excluding VAT; null: not known.
  min_order_cents integer CONSTRAINT supplier_min_order_cents_check CHECK (min_order_cents >= 0)
);

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

-- What is sold. Names and prices are in product_version.
CREATE TABLE product (
  id integer GENERATED ALWAYS AS IDENTITY (START WITH 1001) CONSTRAINT product_pkey PRIMARY KEY,
  supplier_id integer NOT NULL CONSTRAINT product_supplier_id_fkey REFERENCES supplier,
  product_type text NOT NULL CONSTRAINT product_product_type_check CHECK (product_type IN ('standard', 'preorder')),
  product_code_type text NOT NULL CONSTRAINT product_product_code_type_check
    CHECK (product_code_type IN ('standard', 'bulk', 'bulk_encoded_weight', 'bulk_encoded_price')),
  product_code text,
  ean13 text,
  -- At most ten further codes of one piece.
  further_codes text[] CONSTRAINT product_further_codes_check CHECK (cardinality(further_codes) BETWEEN 1 AND 10),
  ean_case text,
  prefix text,
  units_per_case integer CONSTRAINT product_units_per_case_check CHECK (units_per_case > 0),
  -- Goods are ordered in multiples of this quantity; null: of the units in a case, or of 1.
  order_pack_thousandths bigint,
  -- The supplier's own number of the article.
  supplier_code text,
  -- {en, fi, sv}.
  descriptions jsonb NOT NULL,
  -- The content of a package, for unit prices.
  content_thousandths integer CONSTRAINT product_content_thousandths_check CHECK (content_thousandths > 0),
  content_unit text CONSTRAINT product_content_unit_check CHECK (content_unit IN ('kg', 'l')),
  -- Perishable goods can't be withdrawn from a pre-order.
  perishable boolean NOT NULL DEFAULT false,
  -- In years; null: no age limit.
  min_age integer CONSTRAINT product_min_age_check CHECK (min_age BETWEEN 1 AND 99),
  -- Sold only in the hours in which the law lets stores sell alcohol, and like goods for adults where min_age is null.
  alcohol boolean NOT NULL DEFAULT false,
  -- Stock at or below this is low; a store's own limit in store_stock takes precedence.
  stock_alarm_thousandths bigint,
  -- The name of the drawing that is displayed when there is no image.
  drawing text,
  enabled boolean NOT NULL DEFAULT true,
  -- While set, the product is sold in no store and in no event.
  recalled_at timestamptz,
  sort_order integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  revision integer NOT NULL DEFAULT 1
);
ALTER TABLE alcohol_scan ADD CONSTRAINT alcohol_scan_product_id_fkey FOREIGN KEY (product_id) REFERENCES product ON DELETE CASCADE;
CREATE INDEX product_of_supplier ON product (supplier_id, id);
-- Sorting the list of products, and filters that few products match.
CREATE INDEX product_sort_order ON product (sort_order, id);
CREATE INDEX product_updated ON product (updated_at, id);
CREATE INDEX product_disabled ON product (id) WHERE NOT enabled;
CREATE INDEX product_preorder ON product (id) WHERE product_type = 'preorder';
CREATE INDEX product_unusual_code ON product (product_code_type, id) WHERE product_code_type <> 'standard';
-- The products whose case has the code of a piece: the home page counts them.
CREATE INDEX product_case_of_piece ON product (id)
  WHERE ean13 IS NULL AND product_code IS NULL AND further_codes IS NULL AND (length(ean_case) = 13 OR ean_case LIKE '0%');

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
  -- In the version, since a sale keeps the group that its product had then.
  group_id integer CONSTRAINT product_version_group_id_fkey REFERENCES product_group,
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
-- The products of a group, and whether one has any.
CREATE INDEX product_version_group ON product_version (group_id, product_id) WHERE group_id IS NOT NULL;
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
  field text NOT NULL CONSTRAINT product_code_field_check CHECK (field IN ('ean13', 'product_code', 'further_codes', 'eanCase'))
);
CREATE INDEX product_code_product ON product_code (product_id);
-- Digits anywhere in a code.
CREATE INDEX product_code_grams ON product_code USING gin (text_grams(code_key));

-- What is known of a product as a food. Its content has the fields of domain/catalogue/food-information.ts, its sources where each
-- field comes from, and since when. Without a row, it is not known
-- whether the product is a food.
CREATE TABLE food_information (
  product_id integer NOT NULL CONSTRAINT food_information_pkey PRIMARY KEY
    CONSTRAINT food_information_product_id_fkey REFERENCES product ON DELETE CASCADE,
  content jsonb NOT NULL,
  sources jsonb NOT NULL DEFAULT '{}',
  -- The languages in which nothing mandatory is missing, for the filter of the products' list.
  complete_in text[] NOT NULL DEFAULT '{}' CONSTRAINT food_information_complete_in_check CHECK (complete_in <@ ARRAY['fi', 'sv', 'en']),
  revision integer NOT NULL DEFAULT 1,
  updated_at timestamptz NOT NULL DEFAULT now()
);

-- The values of a product, besides its food information and pictures, that an admin took from a source. A value that was changed
-- since is not the source's any more.
CREATE TABLE product_origin (
  product_id integer NOT NULL CONSTRAINT product_origin_product_id_fkey REFERENCES product ON DELETE CASCADE,
  -- names.<language> or content.
  field text NOT NULL,
  value text NOT NULL,
  source text NOT NULL,
  copied_at timestamptz NOT NULL,
  CONSTRAINT product_origin_pkey PRIMARY KEY (product_id, field)
);

-- What a source of product data said of barcodes. Kept apart from the shop's own data, for a month: the data of Open Food Facts is under
-- a licence of its own (docs/integrator/product-data.md).
CREATE TABLE product_offer (
  -- 14 digits.
  code text NOT NULL CONSTRAINT product_offer_pkey PRIMARY KEY,
  -- As domain/catalogue/product-offer.ts describes it; null: the source has no such product.
  content jsonb,
  -- Which reading of the source's answer this is: rows of another one are not used.
  reading integer NOT NULL,
  fetched_at timestamptz NOT NULL
);
CREATE INDEX product_offer_fetched ON product_offer (fetched_at);

-- Prices of later days: docs/developer/decisions/034-prices-and-labels.md.
CREATE TABLE price_plan (
  id integer GENERATED ALWAYS AS IDENTITY (START WITH 1001) CONSTRAINT price_plan_pkey PRIMARY KEY,
  product_id integer NOT NULL CONSTRAINT price_plan_product_id_fkey REFERENCES product ON DELETE CASCADE,
  -- price: the product's price from a day on. campaign: a lower price for some days.
  kind text NOT NULL CONSTRAINT price_plan_kind_check CHECK (kind IN ('price', 'campaign')),
  -- VAT and deposit included.
  price_cents integer NOT NULL CONSTRAINT price_plan_price_cents_check CHECK (price_cents > 0),
  from_day date NOT NULL,
  -- The last day of a campaign.
  until_day date,
  created_at timestamptz NOT NULL,
  created_by integer NOT NULL CONSTRAINT price_plan_created_by_fkey REFERENCES app_user,
  -- When a planned price became that of the product's version. It is charged from its day on, also before that.
  applied_at timestamptz,
  -- When an admin ended a running campaign.
  ended_at timestamptz,
  ended_by integer CONSTRAINT price_plan_ended_by_fkey REFERENCES app_user,
  CONSTRAINT price_plan_until_day_check CHECK (CASE kind WHEN 'campaign' THEN until_day IS NOT NULL AND until_day >= from_day ELSE until_day IS NULL END),
  CONSTRAINT price_plan_applied_at_check CHECK (applied_at IS NULL OR kind = 'price'),
  CONSTRAINT price_plan_ended_check CHECK ((ended_at IS NULL) = (ended_by IS NULL) AND (ended_at IS NULL OR kind = 'campaign'))
);
CREATE INDEX price_plan_product ON price_plan (product_id, from_day);
CREATE UNIQUE INDEX price_plan_one_price ON price_plan (product_id, from_day) WHERE kind = 'price';
CREATE INDEX price_plan_waiting ON price_plan (from_day, product_id) WHERE kind = 'price' AND applied_at IS NULL;
-- The plans that begin after a day, and the campaigns that run on it.
CREATE INDEX price_plan_from_day ON price_plan (from_day, product_id);
CREATE INDEX price_plan_campaign_until ON price_plan (until_day, product_id) WHERE kind = 'campaign';

-- The days of campaigns: the primary key keeps two campaigns of a product from having the same day. A campaign that ends early loses the
-- days that are left.
CREATE TABLE campaign_day (
  product_id integer NOT NULL,
  day date NOT NULL,
  price_plan_id integer NOT NULL CONSTRAINT campaign_day_price_plan_id_fkey REFERENCES price_plan ON DELETE CASCADE,
  CONSTRAINT campaign_day_pkey PRIMARY KEY (product_id, day)
);
CREATE INDEX campaign_day_plan ON campaign_day (price_plan_id);

-- The content of printed shelf labels, to find those that are out of date: docs/developer/decisions/034-prices-and-labels.md. The
-- label of a day has what a product costs from that day on; a label printed today for a later day is a second row.
CREATE TABLE shelf_label (
  product_id integer NOT NULL CONSTRAINT shelf_label_product_id_fkey REFERENCES product ON DELETE CASCADE,
  -- Whose prices it shows.
  day date NOT NULL,
  -- The same for all labels of one PDF.
  printed_at timestamptz NOT NULL,
  language text NOT NULL CONSTRAINT shelf_label_language_check CHECK (language IN ('en', 'fi', 'sv')),
  -- Of which package it has the barcode.
  packaging_level text NOT NULL CONSTRAINT shelf_label_packaging_level_check CHECK (packaging_level IN ('unit', 'case')),
  -- Null where each piece has its own.
  code text,
  -- In its language.
  name text NOT NULL,
  -- In force on the day, VAT and deposit included.
  price_cents integer NOT NULL,
  deposit_cents integer NOT NULL,
  unit text NOT NULL,
  content_thousandths integer,
  content_unit text,
  units_per_case integer,
  -- Of a campaign that lowers the price on the day: its last day, the price without it, whether the food perishes quickly, and the lowest
  -- price of the 30 days before, where the label names it.
  campaign_until date,
  regular_cents integer NOT NULL,
  perishable boolean NOT NULL,
  lowest_cents integer,
  CONSTRAINT shelf_label_pkey PRIMARY KEY (product_id, day)
);
CREATE INDEX shelf_label_printed_at ON shelf_label (printed_at);

-- Images of products. Shoppers see the one with the lowest position.
CREATE TABLE product_image (
  id integer GENERATED ALWAYS AS IDENTITY (START WITH 1001) CONSTRAINT product_image_pkey PRIMARY KEY,
  product_id integer NOT NULL CONSTRAINT product_image_product_id_fkey REFERENCES product,
  -- The SHA-256 of all its files, one after the other: part of their addresses.
  hash text NOT NULL CONSTRAINT product_image_hash_check CHECK (hash ~ '^[0-9a-f]{64}$'),
  position integer NOT NULL,
  -- Pixels of the largest file.
  width integer NOT NULL CONSTRAINT product_image_width_check CHECK (width > 0),
  height integer NOT NULL CONSTRAINT product_image_height_check CHECK (height > 0),
  -- The widths of its files, the smallest first.
  widths integer[] NOT NULL CONSTRAINT product_image_widths_check CHECK (cardinality(widths) > 0),
  -- The languages of the label that it shows; empty for a picture of the product.
  label_languages text[] NOT NULL DEFAULT '{}'
    CONSTRAINT product_image_label_languages_check CHECK (label_languages <@ ARRAY['fi', 'sv', 'en']),
  -- Where the picture is from, if not from this shop.
  source text,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- It can be restored for a day, or as long as its bulk change can be undone, and is then deleted.
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
  state text NOT NULL DEFAULT 'checked' CONSTRAINT product_import_state_check CHECK (state IN ('uploaded', 'checked', 'applied', 'undone')),
  -- Until it is saved: the columns, the answers and the cells may be changed, and the file checked again.
  file bytea,
  -- What an admin chose for the check, as the API receives it.
  choices jsonb NOT NULL DEFAULT '{}',
  -- The cells that an admin corrected: [{row, at, value}], and [{at, from, value}] for all rows.
  corrections jsonb NOT NULL DEFAULT '[]',
  -- The program whose list it looks like.
  program text,
  -- The field of each column of the file, in its order; null: none.
  columns jsonb NOT NULL DEFAULT '[]',
  -- Rows of a program’s file that are no products, such as those of pictures.
  skipped_rows integer NOT NULL DEFAULT 0,
  -- Of the file.
  headings text[] NOT NULL,
  ignored_columns text[] NOT NULL,
  examples integer NOT NULL DEFAULT 0,
  -- The suppliers that it created.
  supplier_ids integer[] NOT NULL DEFAULT '{}',
  -- The groups that it created.
  group_ids integer[] NOT NULL DEFAULT '{}',
  -- How many cells had HTML, which was replaced by its text.
  html_texts integer NOT NULL DEFAULT 0,
  -- The store whose stock it counts.
  stock_store_id integer CONSTRAINT product_import_stock_store_id_fkey REFERENCES store ON DELETE SET NULL,
  checked_by integer NOT NULL CONSTRAINT product_import_checked_by_fkey REFERENCES app_user,
  checked_at timestamptz NOT NULL,
  applied_by integer CONSTRAINT product_import_applied_by_fkey REFERENCES app_user,
  applied_at timestamptz,
  undone_by integer CONSTRAINT product_import_undone_by_fkey REFERENCES app_user,
  undone_at timestamptz,
  -- The stores that offer its new products, unless a row names its own.
  default_stores integer[] NOT NULL DEFAULT '{}',
  CONSTRAINT product_import_applied_at_check CHECK ((state IN ('uploaded', 'checked')) = (applied_at IS NULL)),
  CONSTRAINT product_import_undone_at_check CHECK ((state = 'undone') = (undone_at IS NOT NULL))
);

-- A row of an imported spreadsheet, and what became of it.
CREATE TABLE product_import_row (
  product_import_id integer NOT NULL
    CONSTRAINT product_import_row_product_import_id_fkey REFERENCES product_import ON DELETE CASCADE,
  row_number integer NOT NULL,
  result text NOT NULL CONSTRAINT product_import_row_result_check CHECK (result IN ('new', 'changed', 'same', 'invalid')),
  name text NOT NULL,
  -- Without a foreign key: an undo deletes the products that the import created.
  product_id integer,
  -- The product's revision when it was checked; once applied, the one that the import made.
  revision integer,
  new_supplier text,
  new_group text,
  -- The last count or correction in the store whose stock is counted, when the file was checked.
  last_recount_id bigint,
  -- [{field, from, to}] by the fields of the form: what is saved, and what is undone.
  changes jsonb NOT NULL,
  problems jsonb NOT NULL,
  -- As in the file, for people: of a program’s list completed, and with corrections.
  cells jsonb,
  outcome text CONSTRAINT product_import_row_outcome_check
    CHECK (outcome IN ('applied', 'restored', 'removed', 'disabled', 'skipped')),
  CONSTRAINT product_import_row_pkey PRIMARY KEY (product_import_id, row_number)
);
CREATE INDEX product_import_row_result ON product_import_row (product_import_id, result, row_number);

-- How many rows are checked or saved, for the page that waits. Written outside the import's transaction; nothing depends on it.
CREATE TABLE product_import_progress (
  product_import_id integer CONSTRAINT product_import_progress_pkey PRIMARY KEY,
  done integer NOT NULL,
  total integer NOT NULL DEFAULT 0,
  -- An admin wants the work to stop.
  cancelled boolean NOT NULL DEFAULT false
);

-- The photos that were fetched by the addresses in an imported file, or why one was not.
CREATE TABLE product_import_image (
  product_import_id integer NOT NULL CONSTRAINT product_import_image_product_import_id_fkey REFERENCES product_import ON DELETE CASCADE,
  row_number integer NOT NULL,
  -- Without a foreign key: an undo deletes the image. Null: the product had a photo already, or there is a problem.
  image_id integer,
  problem text,
  CONSTRAINT product_import_image_pkey PRIMARY KEY (product_import_id, row_number),
  CONSTRAINT product_import_image_problem_check CHECK (image_id IS NULL OR problem IS NULL)
);

-- Which columns of a file of products fill which fields, as an admin chose them: by the set of the file's headings.
CREATE TABLE product_import_columns (
  headings_sha256 text CONSTRAINT product_import_columns_pkey PRIMARY KEY,
  -- [[heading, column or null]], headings in plain form.
  columns jsonb NOT NULL,
  chosen_at timestamptz NOT NULL DEFAULT now()
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
  -- The one that the change made: a product with another revision was saved since. Of photos 0: they leave it.
  revision integer NOT NULL,
  -- The fields of its form, or the ids of its images.
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
