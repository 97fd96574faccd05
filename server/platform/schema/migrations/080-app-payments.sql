-- Payments in an app on the shopper's phone: docs/developer/decisions/074-mobilepay.md. A server of the version before refuses to pay at
-- such a “terminal”: finish an update before a store gets its first one.
ALTER TABLE payment_attempt
  -- False: in an app, which takes any number of payments at once.
  ADD COLUMN holds_terminal boolean NOT NULL DEFAULT true,
  -- The address that opens the shopper's app with this payment.
  ADD COLUMN app_link text;
