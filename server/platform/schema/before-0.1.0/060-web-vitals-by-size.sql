-- How often a page took how long within an hour, from which percentiles of the last day are computed (/metrics). The sums of
-- web_vital have no distribution. Rows older than two days are removed.
CREATE TABLE web_vital_hour (
  hour timestamptz NOT NULL,
  page text NOT NULL,
  name text NOT NULL CHECK (name IN ('CLS', 'FCP', 'INP', 'LCP', 'TTFB')),
  -- Each step is a tenth larger than the one before it (features/web-vitals/vital-steps.ts).
  step smallint NOT NULL CHECK (step >= 0),
  count integer NOT NULL CHECK (count > 0),
  PRIMARY KEY (hour, page, name, step)
);
