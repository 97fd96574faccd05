-- The trail, sealed: each seal covers one entry and, by the seal before it, all that were sealed earlier. Their ids are
-- 1, 2, 3 …, in the order in which they were made; what exactly they cover stands in features/audit/seal-trail.ts.
CREATE TABLE audit_seal (
  id integer PRIMARY KEY CHECK (id > 0),
  entry_id integer NOT NULL UNIQUE REFERENCES audit_entry,
  -- Of the reason, which an erasure may cut: without the salt nobody can try out what stood there.
  salt text,
  reason_sha256 text CHECK (reason_sha256 ~ '^[0-9a-f]{64}$'),
  chain_sha256 text NOT NULL CHECK (chain_sha256 ~ '^[0-9a-f]{64}$')
);
