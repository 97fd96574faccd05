-- Codes that open the doors of stores, and the list of who was there.

-- Which of the keys that can be drawn for a store its keypad has: a new number is a new key.
ALTER TABLE store ADD COLUMN keypad_key_number integer NOT NULL DEFAULT 0;

-- A code is written down before the lock hears of it, and its row goes once the lock has it no more.
CREATE TABLE door_code (
  id integer GENERATED ALWAYS AS IDENTITY (START WITH 1001) PRIMARY KEY,
  user_id integer NOT NULL REFERENCES app_user ON DELETE CASCADE,
  store_id integer NOT NULL REFERENCES store ON DELETE CASCADE,
  provider text NOT NULL,
  -- What the lock calls it: it tells nothing of the user.
  lock_name text NOT NULL UNIQUE,
  state text NOT NULL CHECK (state IN ('pending', 'active', 'failed', 'revoked', 'expired')),
  -- What keeps it from the lock.
  why text,
  -- Gone as soon as nobody may see it any more.
  code_sealed text,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  -- When a server looks at it next; one that looks puts it off.
  due_at timestamptz NOT NULL,
  CONSTRAINT door_code_kept_while_shown CHECK ((code_sealed IS NOT NULL) = (state IN ('pending', 'active')))
);
-- One living code per user and store.
CREATE UNIQUE INDEX door_code_living ON door_code (user_id, store_id) WHERE state IN ('pending', 'active');
CREATE INDEX door_code_due ON door_code (due_at);
CREATE INDEX door_code_store ON door_code (store_id) WHERE state IN ('pending', 'active');

-- A day of the visitor log.
CREATE INDEX visit_created ON visit (created_at);
