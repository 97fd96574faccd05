-- Images of products, as they are served: one backup holds everything. The first by place is the one that shoppers see.
CREATE TABLE product_image (
  id integer GENERATED ALWAYS AS IDENTITY (START WITH 1001) PRIMARY KEY,
  product_id integer NOT NULL REFERENCES product,
  -- Of the bytes of all its files, one after another: it names them in their addresses.
  hash text NOT NULL CHECK (hash ~ '^[0-9a-f]{64}$'),
  place integer NOT NULL,
  width integer NOT NULL CHECK (width > 0),
  height integer NOT NULL CHECK (height > 0),
  -- The widths of its files, the smallest first.
  widths integer[] NOT NULL CHECK (cardinality(widths) > 0),
  created_at timestamptz NOT NULL DEFAULT now(),
  -- It can be brought back for a day; then it is deleted.
  removed_at timestamptz,
  -- What is sent twice is there once.
  UNIQUE (product_id, hash)
);
CREATE INDEX product_image_hash ON product_image (hash);
CREATE INDEX product_image_removed ON product_image (removed_at) WHERE removed_at IS NOT NULL;

CREATE TABLE product_image_file (
  image_id integer NOT NULL REFERENCES product_image ON DELETE CASCADE,
  width integer NOT NULL,
  -- WebP.
  bytes bytea NOT NULL,
  PRIMARY KEY (image_id, width)
);
-- They are packed already.
ALTER TABLE product_image_file ALTER COLUMN bytes SET STORAGE EXTERNAL;
