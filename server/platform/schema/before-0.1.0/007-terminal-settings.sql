-- How a terminal is reached and what it asks for (an API key, a password), sealed with the installation's secret.
-- The store says by its payment_mode whether its test terminals or its real ones take the money.
ALTER TABLE terminal ADD COLUMN settings_sealed text;

-- The terminal's slip for the books; receipt_text is the shopper's.
ALTER TABLE payment_attempt ADD COLUMN merchant_receipt_text text;
