-- What a source of product data said of barcodes. Kept apart from the shop's own data, for a month: the data of Open Food Facts is under
-- a licence of its own (docs/integrator/product-data.md).
CREATE TABLE product_offer (
  -- 14 digits.
  code text NOT NULL CONSTRAINT product_offer_pkey PRIMARY KEY,
  -- As domain/catalogue/product-offer.ts describes it; null: the source has no such product.
  content jsonb,
  -- Which reading of the source's answer this is: rows of another one are not used.
  reading integer NOT NULL,
  asked_at timestamptz NOT NULL
);
CREATE INDEX product_offer_asked ON product_offer (asked_at);

-- The values of a product, besides its food information and pictures, that an admin took from a source. A value that was changed
-- since is not the source's any more.
CREATE TABLE product_origin (
  product_id integer NOT NULL CONSTRAINT product_origin_product_id_fkey REFERENCES product ON DELETE CASCADE,
  -- names.<language> or content.
  field text NOT NULL,
  value text NOT NULL,
  source text NOT NULL,
  taken_at timestamptz NOT NULL,
  CONSTRAINT product_origin_pkey PRIMARY KEY (product_id, field)
);

-- Where a picture is from, if not from this shop.
ALTER TABLE product_image ADD COLUMN source text;
