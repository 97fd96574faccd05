-- Prices of later days: docs/developer/decisions/077-campaign-prices.md. A server of the previous version charges the regular price.
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

-- The days of campaigns: the primary key keeps two campaigns of a product from having the same day. A campaign that ends early loses the
-- days that are left.
CREATE TABLE campaign_day (
  product_id integer NOT NULL,
  day date NOT NULL,
  price_plan_id integer NOT NULL CONSTRAINT campaign_day_price_plan_id_fkey REFERENCES price_plan ON DELETE CASCADE,
  CONSTRAINT campaign_day_pkey PRIMARY KEY (product_id, day)
);
CREATE INDEX campaign_day_plan ON campaign_day (price_plan_id);
