-- Products that come in as a spreadsheet: first looked at row by row, then saved at once, and perhaps undone.
CREATE TABLE product_import (
  id integer GENERATED ALWAYS AS IDENTITY (START WITH 1001) PRIMARY KEY,
  file_name text NOT NULL,
  state text NOT NULL DEFAULT 'checked' CHECK (state IN ('checked', 'applied', 'undone')),
  ignored_columns text[] NOT NULL,
  examples integer NOT NULL DEFAULT 0,
  -- Suppliers that it made.
  supplier_ids integer[] NOT NULL DEFAULT '{}',
  checked_by integer NOT NULL REFERENCES app_user,
  checked_at timestamptz NOT NULL,
  applied_by integer REFERENCES app_user,
  applied_at timestamptz,
  undone_by integer REFERENCES app_user,
  undone_at timestamptz,
  CHECK ((state = 'checked') = (applied_at IS NULL)),
  CHECK ((state = 'undone') = (undone_at IS NOT NULL))
);

-- changes: [{field, from, to}] by the fields of the form; of a new product, from nothing. They are what is saved, and what is undone.
CREATE TABLE product_import_row (
  product_import_id integer NOT NULL REFERENCES product_import ON DELETE CASCADE,
  row_number integer NOT NULL,
  result text NOT NULL CHECK (result IN ('new', 'changed', 'same', 'wrong')),
  name text NOT NULL,
  -- No reference: what an import made may be removed again.
  product_id integer,
  -- Of the product when it was looked at; once saved, the one that the import made.
  revision integer,
  new_supplier text,
  changes jsonb NOT NULL,
  problems jsonb NOT NULL,
  outcome text CHECK (outcome IN ('applied', 'restored', 'removed', 'disabled', 'kept')),
  PRIMARY KEY (product_import_id, row_number)
);
CREATE INDEX product_import_row_result ON product_import_row (product_import_id, result, row_number);

-- How far saving has come. Written beside its transaction, for those who wait; nothing depends on it.
CREATE TABLE product_import_progress (product_import_id integer PRIMARY KEY, done integer NOT NULL);
