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

-- Lists as admins like to see them: the query of a page's address under a name.
CREATE TABLE saved_view (
  id integer GENERATED ALWAYS AS IDENTITY (START WITH 1001) PRIMARY KEY,
  user_id integer NOT NULL REFERENCES app_user ON DELETE CASCADE,
  list text NOT NULL,
  name text NOT NULL,
  query text NOT NULL,
  is_shared boolean NOT NULL,
  created_at timestamptz NOT NULL,
  UNIQUE (user_id, list, name)
);
CREATE INDEX saved_view_shared ON saved_view (list) WHERE is_shared;

-- Everyone's own order of the views that they see; those without a place come last.
CREATE TABLE saved_view_place (
  user_id integer NOT NULL REFERENCES app_user ON DELETE CASCADE,
  saved_view_id integer NOT NULL REFERENCES saved_view ON DELETE CASCADE,
  place integer NOT NULL,
  PRIMARY KEY (user_id, saved_view_id)
);
CREATE INDEX saved_view_place_view ON saved_view_place (saved_view_id);
