-- Every try to write a backup. A row without an end is one that was cut off, or is under way.
CREATE TABLE backup_run (
  id integer GENERATED ALWAYS AS IDENTITY (START WITH 1001) PRIMARY KEY,
  begun_at timestamptz NOT NULL,
  file text NOT NULL,
  ended_at timestamptz,
  bytes bigint CHECK (bytes >= 0),
  -- Restored into a database of its own, and every row compared.
  is_proved boolean NOT NULL DEFAULT false,
  -- What went wrong, in a sentence.
  failure text,
  CHECK (ended_at IS NULL OR (bytes IS NULL) <> (failure IS NULL))
);
CREATE INDEX backup_run_ended ON backup_run (ended_at) WHERE failure IS NULL;

-- Of all servers on a database one takes the backup of a night.
CREATE TABLE backup_turn (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  night date NOT NULL
);
INSERT INTO backup_turn (night) VALUES ('2000-01-01');
