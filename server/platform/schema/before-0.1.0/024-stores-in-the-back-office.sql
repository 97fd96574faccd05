-- Stores that admins add, change, archive and remove, and the terminals in them.
ALTER TABLE store
  ADD COLUMN revision integer NOT NULL DEFAULT 1,
  -- An archived store is out of the shoppers' sight for good; what happened there stays.
  ADD COLUMN archived_at timestamptz,
  -- What the lock's provider asks for, sealed with the installation's secret.
  ADD COLUMN lock_settings_sealed text,
  ADD CONSTRAINT store_archived_is_hidden CHECK (archived_at IS NULL OR NOT published);

-- A terminal that takes no new payments; those that it took are still asked about and given back there.
ALTER TABLE terminal ADD COLUMN retired_at timestamptz;

-- Whose active store it is, when it goes out of sight; and whether anybody was ever there.
CREATE INDEX app_user_active_store ON app_user (active_store_id) WHERE active_store_id IS NOT NULL;
CREATE INDEX visit_store ON visit (store_id, created_at);
