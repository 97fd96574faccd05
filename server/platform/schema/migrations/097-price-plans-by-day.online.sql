-- The plans that begin after a day, and the campaigns that run on it. Until they are there, both are found by reading all plans.
DROP INDEX CONCURRENTLY IF EXISTS price_plan_from_day;
CREATE INDEX CONCURRENTLY price_plan_from_day ON price_plan (from_day, product_id);
DROP INDEX CONCURRENTLY IF EXISTS price_plan_campaign_until;
CREATE INDEX CONCURRENTLY price_plan_campaign_until ON price_plan (until_day, product_id) WHERE kind = 'campaign';
