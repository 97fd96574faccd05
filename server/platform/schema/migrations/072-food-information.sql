-- What is known of a product as a food. Its content has the fields of domain/catalogue/food-information.ts, its sources where each
-- field comes from, and since when. A product without a row is one of which nobody has said whether it is a food.
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

-- The languages of the label that an image shows; empty for a picture of the product.
ALTER TABLE product_image ADD COLUMN label_languages text[] NOT NULL DEFAULT '{}'
  CONSTRAINT product_image_label_languages_check CHECK (label_languages <@ ARRAY['fi', 'sv', 'en']);

-- The languages in which the store's municipality demands information about foods that are sold at a distance.
ALTER TABLE store ADD COLUMN food_languages text NOT NULL DEFAULT 'fi'
  CONSTRAINT store_food_languages_check CHECK (food_languages IN ('fi', 'sv', 'fi_sv'));
