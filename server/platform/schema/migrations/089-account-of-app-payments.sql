-- The ledger account of payments in an app; without one, that of card payments.
ALTER TABLE ledger_accounts ADD COLUMN app text;
