-- For tests: a small shop as a server of migration 060 leaves it. An order that was paid and refunded, with its stock moves, receipts,
-- notification and audit entries.
INSERT INTO store (name, address, latitude, longitude) VALUES ('Kioski', 'Katu 1, Turku', 60.45, 22.27);
INSERT INTO supplier (name) VALUES ('Tila');
INSERT INTO vat_class (name) VALUES ('food');
INSERT INTO vat_rate (vat_class_id, valid_from, rate_basis_points) VALUES (1001, '2020-01-01', 1350);
INSERT INTO product (supplier_id, product_type, product_code_type, descriptions) VALUES (1001, 'standard', 'standard', '{}');
INSERT INTO product_version (product_id, names, price_cents, vat_class_id, unit, is_current)
VALUES (1001, '{"en": "Milk", "fi": "Maito", "sv": "Mjölk"}', 145, 1001, 'kpl', true);
INSERT INTO app_user (email, phone, is_verified, language_id, active_store_id)
VALUES ('anna@example.com', '+358401234567', true, 1001, 1001), ('admin@example.com', NULL, false, 1002, NULL);
UPDATE app_user SET is_admin = true WHERE email = 'admin@example.com';
INSERT INTO login_link (user_id, link_sha256, issued_ms, code_hmac, expires_at) VALUES (1001, '\x01', 1, '\x02', '2026-11-01T10:00:00Z');
INSERT INTO visit (store_id, user_id, created_at) VALUES (1001, 1001, '2026-11-01T10:00:00Z');
INSERT INTO door_code (user_id, store_id, provider, lock_name, state, created_at, expires_at, due_at)
VALUES (1001, 1001, 'test', 'lock 1', 'expired', '2026-11-01T10:00:00Z', '2026-11-01T11:00:00Z', '2026-11-01T11:00:00Z');
INSERT INTO terminal (store_id, name, provider) VALUES (1001, 'Pääte', 'test');

INSERT INTO customer_order (user_id, store_id, status, total_cents, net_cents, created_at, updated_at, paid_at)
VALUES (1001, 1001, 'complete', 290, 255, '2026-11-01T10:05:00Z', '2026-11-01T10:06:00Z', '2026-11-01T10:06:00Z');
INSERT INTO order_line (order_id, product_version_id, product_id, quantity_thousandths, unit_price_cents, total_cents, rate_basis_points,
  given_back_cents, given_back_thousandths) VALUES (1001, 1001, 1001, 2000, 145, 290, 1350, 145, 1000);
INSERT INTO order_event (order_id, from_status, to_status, actor, user_id)
VALUES (1001, 'checkout', 'payment_pending', 'shopper', 1001), (1001, 'payment_pending', 'complete', 'terminal', NULL);
INSERT INTO payment_attempt (order_id, user_id, terminal_id, service_id, amount_cents, currency, state, order_status_before, created_at,
  sent_at, deadline_at, outcome_at, string_code, source)
VALUES (1001, 1001, 1001, 'S1', 290, 'EUR', 'APPROVED', 'checkout', '2026-11-01T10:05:30Z', '2026-11-01T10:05:31Z',
  '2026-11-01T10:20:00Z', '2026-11-01T10:06:00Z', 'SUCCESS', 'live');
INSERT INTO refund_account (attempt_id, paid_cents, given_back_cents) VALUES (1001, 290, 145);
INSERT INTO refund (kind, attempt_id, order_id, refund_key, amount_cents, currency, state, reason, asked_by, returns_stock, sent_at,
  outcome_at, source)
VALUES ('refund', 1001, 1001, 'R1', 145, 'EUR', 'DONE', 'spoiled', 1002, true, '2026-11-01T12:00:00Z', '2026-11-01T12:00:05Z', 'live');
UPDATE terminal SET refund_id = 1001;
INSERT INTO refund_line (refund_id, order_line_id, quantity_thousandths, amount_cents) VALUES (1001, 1001, 1000, 145);
INSERT INTO refund_vat (refund_id, rate_basis_points, gross_cents, vat_cents) VALUES (1001, 1350, 145, 17);
INSERT INTO receipt (order_id, refund_id, operator_name, business_id, operator_address, operator_email, operator_phone, store_name,
  store_address, time_zone, is_mail_due)
SELECT 1001, refund_id, 'Kyläkauppa Oy', '1234567-8', 'Katu 2', 'k@example.com', '+358401111111', 'Kioski', 'Katu 1, Turku',
  'Europe/Helsinki', false FROM (VALUES (NULL::integer), (1001)) AS of (refund_id);

INSERT INTO stock_entry (client_key, content_sha256, store_id, user_id, created_at) VALUES ('K1', '\x03', 1001, 1002, '2026-10-31T08:00:00Z');
INSERT INTO stock_move (store_id, product_id, quantity_thousandths, kind, order_line_id, refund_line_id, stock_entry_id, user_id)
VALUES (1001, 1001, 10000, 'delivery', NULL, NULL, 1001, 1002), (1001, 1001, -2000, 'sale', 1001, NULL, NULL, 1001),
  (1001, 1001, 1000, 'return', NULL, 1001, NULL, 1002);
INSERT INTO store_stock (store_id, product_id, quantity_thousandths) VALUES (1001, 1001, 9000);

INSERT INTO push_device (user_id, platform, address, language_id, wants_notifications, wants_promotions)
VALUES (1001, 'apns', 'token', 1001, true, false);
INSERT INTO push_notification (type, language_id, title, body, about, expires_at)
VALUES ('notifications', 1001, 'Refunded', 'EUR 1.45', 'refund 1001', '2026-11-02T12:00:00Z');
INSERT INTO push_delivery (notification_id, device_id, state, sent_at) VALUES (1001, 1001, 'delivered', '2026-11-01T12:00:06Z');
INSERT INTO audit_entry (kind, record_id, action, user_id, reason, changes) VALUES ('order', 1001, 'changed', 1002, 'spoiled', '[]');
