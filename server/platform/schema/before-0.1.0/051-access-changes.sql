-- What admins took from people or gave back: blocks, the right to use the back office, passkeys; and messages that were cancelled. A
-- copy lies beside the backups, so that a restore brings nothing back that was taken since. Rows outlive the accounts they are of: a
-- person whose account was removed must not begin anew without the block, or with the right.
CREATE TABLE access_change (
  -- The order in which they were written. A restored database counts on from its own: `id` names one for good.
  number integer GENERATED ALWAYS AS IDENTITY (START WITH 1001) PRIMARY KEY,
  id uuid NOT NULL UNIQUE,
  -- admin_taken: by another admin; admin_left: by the admin themself.
  what text NOT NULL CHECK (what IN ('blocked', 'unblocked', 'admin_taken', 'admin_left', 'admin_given', 'phone_blocked',
    'phone_freed', 'passkeys_reset', 'passkey_removed', 'message_cancelled')),
  -- Ids are given again after a restore: it is the same person only with the same beginning.
  user_id integer,
  user_created_at timestamptz,
  -- A keyed hash of the address (blocks and rights) or number, a hash of the passkey's id, or the message's key.
  about text,
  made_at timestamptz NOT NULL,
  CHECK ((user_id IS NULL) = (user_created_at IS NULL))
);
CREATE INDEX access_change_about ON access_change (about, made_at, number) WHERE about IS NOT NULL;
