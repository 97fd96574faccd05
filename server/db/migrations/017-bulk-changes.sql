-- Changes of many products at once, with what was there before, so that they can be undone.
CREATE TABLE bulk_change (
  id integer GENERATED ALWAYS AS IDENTITY (START WITH 1001) PRIMARY KEY,
  -- As the API takes it.
  change jsonb NOT NULL,
  user_id integer NOT NULL REFERENCES app_user,
  created_at timestamptz NOT NULL,
  undone_by integer REFERENCES app_user,
  undone_at timestamptz,
  CHECK ((undone_by IS NULL) = (undone_at IS NULL))
);

CREATE TABLE bulk_change_row (
  bulk_change_id integer NOT NULL REFERENCES bulk_change ON DELETE CASCADE,
  -- No reference: a product may be removed later.
  product_id integer NOT NULL,
  -- The one that the change made: a product with another was saved since.
  revision integer NOT NULL,
  -- The fields of its form as they were.
  before jsonb NOT NULL,
  is_restored boolean NOT NULL DEFAULT false,
  PRIMARY KEY (bulk_change_id, product_id)
);
