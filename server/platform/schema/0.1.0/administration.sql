-- Administration: the audit log, saved views, and the milestones of a new shop.

-- Who changed what in the back office. Rows are never changed or removed. Users are ids, so that an erased person leaves no name here.
CREATE TABLE audit_entry (
  id bigint GENERATED ALWAYS AS IDENTITY (START WITH 1001) CONSTRAINT audit_entry_pkey PRIMARY KEY,
  -- The kind of record, and its id.
  kind text NOT NULL,
  record_id bigint NOT NULL,
  action text NOT NULL CONSTRAINT audit_entry_action_check CHECK (action IN ('created', 'changed', 'removed')),
  user_id integer NOT NULL CONSTRAINT audit_entry_user_id_fkey REFERENCES app_user,
  reason text,
  -- [{field, from, to}], as the API returns them.
  changes jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX audit_entry_record ON audit_entry (kind, record_id, id);
-- The log of everything, of one kind of record, and of one admin, in order of time.
CREATE INDEX audit_entry_time ON audit_entry (created_at, id);
CREATE INDEX audit_entry_kind_time ON audit_entry (kind, created_at, id);
CREATE INDEX audit_entry_user_time ON audit_entry (user_id, created_at, id);

-- The audit log as a hash chain: each row covers one entry and, through the row before it, all earlier ones. Ids are 1, 2, 3 … in the
-- order of the chain; server/platform/audit-log/hash-chain.ts defines what they cover.
CREATE TABLE audit_seal (
  id bigint CONSTRAINT audit_seal_pkey PRIMARY KEY CONSTRAINT audit_seal_id_check CHECK (id > 0),
  entry_id bigint NOT NULL
    CONSTRAINT audit_seal_entry_id_key UNIQUE
    CONSTRAINT audit_seal_entry_id_fkey REFERENCES audit_entry,
  -- The reason may be cut by an erasure. Its hash is salted, so that nobody can find out the text by trying; the salt goes with the text.
  salt text,
  reason_sha256 text CONSTRAINT audit_seal_reason_sha256_check CHECK (reason_sha256 ~ '^[0-9a-f]{64}$'),
  chain_sha256 text NOT NULL CONSTRAINT audit_seal_chain_sha256_check CHECK (chain_sha256 ~ '^[0-9a-f]{64}$')
);

-- Lists as admins saved them: the query of a page's address, under a name.
CREATE TABLE saved_view (
  id integer GENERATED ALWAYS AS IDENTITY (START WITH 1001) CONSTRAINT saved_view_pkey PRIMARY KEY,
  user_id integer NOT NULL CONSTRAINT saved_view_user_id_fkey REFERENCES app_user ON DELETE CASCADE,
  list text NOT NULL,
  name text NOT NULL,
  query text NOT NULL,
  is_shared boolean NOT NULL,
  created_at timestamptz NOT NULL,
  CONSTRAINT saved_view_user_id_list_name_key UNIQUE (user_id, list, name)
);
CREATE INDEX saved_view_shared ON saved_view (list) WHERE is_shared;

-- Each admin's own order of views; views without a place come last.
CREATE TABLE saved_view_place (
  user_id integer NOT NULL CONSTRAINT saved_view_place_user_id_fkey REFERENCES app_user ON DELETE CASCADE,
  saved_view_id integer NOT NULL CONSTRAINT saved_view_place_saved_view_id_fkey REFERENCES saved_view ON DELETE CASCADE,
  place integer NOT NULL,
  CONSTRAINT saved_view_place_pkey PRIMARY KEY (user_id, saved_view_id)
);
CREATE INDEX saved_view_place_view ON saved_view_place (saved_view_id);

-- What a new shop has done for the first time, for the checklist on the admin's home page.
CREATE TABLE shop_milestone (
  name text CONSTRAINT shop_milestone_pkey PRIMARY KEY,
  reached_at timestamptz NOT NULL
);
