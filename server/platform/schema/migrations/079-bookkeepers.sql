-- Bookkeepers read the closings, reports and receipts: docs/developer/decisions/076-bookkeepers.md. A server of the version before
-- does not know the right: to it they are shoppers.
ALTER TABLE app_user ADD COLUMN is_bookkeeper boolean NOT NULL DEFAULT false,
  ADD CONSTRAINT app_user_removed_bookkeeper_check CHECK (removed_at IS NULL OR NOT is_bookkeeper) NOT VALID;

-- Wider than the one that it replaces, so that every row keeps it.
ALTER TABLE access_change DROP CONSTRAINT access_change_what_check;
ALTER TABLE access_change ADD CONSTRAINT access_change_what_check CHECK (what IN ('blocked', 'unblocked', 'admin_taken', 'admin_left',
  'admin_given', 'bookkeeper_taken', 'bookkeeper_given', 'phone_blocked', 'phone_freed', 'passkeys_reset', 'passkey_removed',
  'message_cancelled')) NOT VALID;
