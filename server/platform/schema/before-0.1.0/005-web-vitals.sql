-- How fast pages were in shoppers' browsers: sums of a day, with nothing of a person in them.
CREATE TABLE web_vital (
  day date NOT NULL,
  page text NOT NULL,
  name text NOT NULL CHECK (name IN ('CLS', 'FCP', 'INP', 'LCP', 'TTFB')),
  good integer NOT NULL DEFAULT 0,
  needs_improvement integer NOT NULL DEFAULT 0,
  poor integer NOT NULL DEFAULT 0,
  -- Milliseconds; for CLS scores.
  value_sum double precision NOT NULL DEFAULT 0,
  PRIMARY KEY (day, page, name)
);
