-- What the last look at each invariant of money and stock found. Any server shows it; one at a time looks.
CREATE TABLE invariant_check (
  invariant text PRIMARY KEY,
  broken integer NOT NULL CHECK (broken >= 0),
  -- A few of the rows that break it, for who has to look: ids and amounts, nothing of people.
  sample jsonb NOT NULL,
  looked_at timestamptz NOT NULL,
  broken_since timestamptz,
  CHECK ((broken > 0) = (broken_since IS NOT NULL))
);

-- One row: when a server last began a look, and when one last went through all rows there are.
CREATE TABLE invariant_look (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  begun_at timestamptz NOT NULL,
  whole_at timestamptz NOT NULL
);
INSERT INTO invariant_look (begun_at, whole_at) VALUES ('-infinity', '-infinity');
