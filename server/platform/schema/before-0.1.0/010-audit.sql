-- Who changed what in the back office. Rows are added, never changed or removed.
-- changes: [{field, from, to}], as the API shows them; who is an id, so that an erased person leaves no name here.
CREATE TABLE audit_entry (
  id integer GENERATED ALWAYS AS IDENTITY (START WITH 1001) PRIMARY KEY,
  kind text NOT NULL,
  record_id integer NOT NULL,
  action text NOT NULL CHECK (action IN ('created', 'changed', 'removed')),
  user_id integer NOT NULL REFERENCES app_user,
  reason text,
  changes jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX audit_entry_record ON audit_entry (kind, record_id, id);
CREATE INDEX audit_entry_user ON audit_entry (user_id, id);
CREATE INDEX audit_entry_time ON audit_entry (created_at, id);

-- How often a record was saved: a save names the one it began from, and is refused when there is a newer one.
ALTER TABLE supplier ADD COLUMN revision integer NOT NULL DEFAULT 1;
ALTER TABLE product ADD COLUMN revision integer NOT NULL DEFAULT 1;
CREATE INDEX product_supplier ON product (supplier_id);
