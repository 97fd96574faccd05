-- Databases from before 0.1.0 get the schema of ../0.1.0: 64-bit ids where rows grow with sales or visits, a name for each constraint,
-- and no index that is of no use.
--
-- This is the one migration under which a shop can't sell. PostgreSQL rewrites the tables with new ids and locks them until the end: about
-- a minute for each million orders. Servers of the version before run on the result; those that connect with PUOTI_DATABASE_DIRECT must
-- be restarted, since their prepared statements return the old type. docs/decisions/059-one-schema.md has the figures.

-- First, so that they are not built anew.
-- Names are searched by product_version_search since 018.
DROP INDEX product_version_grams;
-- order_unpaid_updated begins with the status.
DROP INDEX order_in_error;
-- refund_one_open_per_attempt holds the same rows, and a renewed lease does not write to it.
DROP INDEX refund_open;

-- Each reference would be checked twice while its two sides change one after the other. 062 checks them once, while the shop is open.
ALTER TABLE customer_order DROP CONSTRAINT customer_order_replaces_order_id_fkey;
ALTER TABLE order_line DROP CONSTRAINT order_line_order_id_fkey;
ALTER TABLE order_event DROP CONSTRAINT order_event_order_id_fkey;
ALTER TABLE payment_attempt DROP CONSTRAINT payment_attempt_order_id_fkey;
ALTER TABLE refund_account DROP CONSTRAINT refund_account_attempt_id_fkey;
ALTER TABLE refund DROP CONSTRAINT refund_attempt_id_fkey, DROP CONSTRAINT refund_order_id_fkey;
ALTER TABLE refund_line DROP CONSTRAINT refund_line_refund_id_fkey, DROP CONSTRAINT refund_line_order_line_id_fkey;
ALTER TABLE refund_vat DROP CONSTRAINT refund_vat_refund_id_fkey;
ALTER TABLE receipt DROP CONSTRAINT receipt_order_id_fkey, DROP CONSTRAINT receipt_refund_id_fkey;
ALTER TABLE stock_move
  DROP CONSTRAINT stock_move_order_line_id_fkey,
  DROP CONSTRAINT stock_move_refund_line_id_fkey,
  DROP CONSTRAINT stock_move_stock_entry_id_fkey;
ALTER TABLE preorder_withdrawal DROP CONSTRAINT preorder_withdrawal_order_id_fkey;
ALTER TABLE push_delivery
  DROP CONSTRAINT push_delivery_notification_id_fkey,
  DROP CONSTRAINT push_delivery_device_id_fkey;
ALTER TABLE audit_seal DROP CONSTRAINT audit_seal_entry_id_fkey;

ALTER TABLE customer_order ALTER COLUMN id TYPE bigint, ALTER COLUMN replaces_order_id TYPE bigint;
ALTER TABLE order_line ALTER COLUMN id TYPE bigint, ALTER COLUMN order_id TYPE bigint;
ALTER TABLE order_event ALTER COLUMN order_id TYPE bigint;
ALTER TABLE payment_attempt ALTER COLUMN id TYPE bigint, ALTER COLUMN order_id TYPE bigint;
ALTER TABLE refund_account ALTER COLUMN attempt_id TYPE bigint;
ALTER TABLE refund
  ALTER COLUMN id TYPE bigint,
  ALTER COLUMN attempt_id TYPE bigint,
  ALTER COLUMN order_id TYPE bigint;
ALTER TABLE refund_line
  ALTER COLUMN id TYPE bigint,
  ALTER COLUMN refund_id TYPE bigint,
  ALTER COLUMN order_line_id TYPE bigint;
ALTER TABLE refund_vat ALTER COLUMN refund_id TYPE bigint;
ALTER TABLE receipt
  ALTER COLUMN id TYPE bigint,
  ALTER COLUMN order_id TYPE bigint,
  ALTER COLUMN refund_id TYPE bigint;
ALTER TABLE stock_entry ALTER COLUMN id TYPE bigint;
ALTER TABLE stock_move
  ALTER COLUMN order_line_id TYPE bigint,
  ALTER COLUMN refund_line_id TYPE bigint,
  ALTER COLUMN stock_entry_id TYPE bigint;
ALTER TABLE preorder_withdrawal ALTER COLUMN order_id TYPE bigint;
ALTER TABLE terminal ALTER COLUMN refund_id TYPE bigint;
ALTER TABLE login_link ALTER COLUMN id TYPE bigint;
ALTER TABLE visit ALTER COLUMN id TYPE bigint;
ALTER TABLE door_code ALTER COLUMN id TYPE bigint;
ALTER TABLE push_device ALTER COLUMN id TYPE bigint;
ALTER TABLE push_notification ALTER COLUMN id TYPE bigint;
ALTER TABLE push_delivery ALTER COLUMN notification_id TYPE bigint, ALTER COLUMN device_id TYPE bigint;
ALTER TABLE audit_entry ALTER COLUMN id TYPE bigint, ALTER COLUMN record_id TYPE bigint;
ALTER TABLE audit_seal ALTER COLUMN id TYPE bigint, ALTER COLUMN entry_id TYPE bigint;

ALTER TABLE customer_order
  ADD CONSTRAINT customer_order_replaces_order_id_fkey FOREIGN KEY (replaces_order_id) REFERENCES customer_order NOT VALID;
ALTER TABLE order_line
  ADD CONSTRAINT order_line_order_id_fkey FOREIGN KEY (order_id) REFERENCES customer_order ON DELETE CASCADE NOT VALID;
ALTER TABLE order_event
  ADD CONSTRAINT order_event_order_id_fkey FOREIGN KEY (order_id) REFERENCES customer_order ON DELETE CASCADE NOT VALID;
ALTER TABLE payment_attempt
  ADD CONSTRAINT payment_attempt_order_id_fkey FOREIGN KEY (order_id) REFERENCES customer_order NOT VALID;
ALTER TABLE refund_account
  ADD CONSTRAINT refund_account_attempt_id_fkey FOREIGN KEY (attempt_id) REFERENCES payment_attempt NOT VALID;
ALTER TABLE refund
  ADD CONSTRAINT refund_attempt_id_fkey FOREIGN KEY (attempt_id) REFERENCES refund_account NOT VALID;
ALTER TABLE refund
  ADD CONSTRAINT refund_order_id_fkey FOREIGN KEY (order_id) REFERENCES customer_order NOT VALID;
ALTER TABLE refund_line
  ADD CONSTRAINT refund_line_refund_id_fkey FOREIGN KEY (refund_id) REFERENCES refund NOT VALID;
ALTER TABLE refund_line
  ADD CONSTRAINT refund_line_order_line_id_fkey FOREIGN KEY (order_line_id) REFERENCES order_line NOT VALID;
ALTER TABLE refund_vat
  ADD CONSTRAINT refund_vat_refund_id_fkey FOREIGN KEY (refund_id) REFERENCES refund NOT VALID;
ALTER TABLE receipt
  ADD CONSTRAINT receipt_order_id_fkey FOREIGN KEY (order_id) REFERENCES customer_order ON DELETE CASCADE NOT VALID;
ALTER TABLE receipt
  ADD CONSTRAINT receipt_refund_id_fkey FOREIGN KEY (refund_id) REFERENCES refund ON DELETE CASCADE NOT VALID;
ALTER TABLE stock_move
  ADD CONSTRAINT stock_move_order_line_id_fkey FOREIGN KEY (order_line_id) REFERENCES order_line NOT VALID;
ALTER TABLE stock_move
  ADD CONSTRAINT stock_move_refund_line_id_fkey FOREIGN KEY (refund_line_id) REFERENCES refund_line NOT VALID;
ALTER TABLE stock_move
  ADD CONSTRAINT stock_move_stock_entry_id_fkey FOREIGN KEY (stock_entry_id) REFERENCES stock_entry NOT VALID;
ALTER TABLE preorder_withdrawal
  ADD CONSTRAINT preorder_withdrawal_order_id_fkey FOREIGN KEY (order_id) REFERENCES customer_order NOT VALID;
ALTER TABLE push_delivery
  ADD CONSTRAINT push_delivery_notification_id_fkey FOREIGN KEY (notification_id) REFERENCES push_notification ON DELETE CASCADE NOT VALID;
ALTER TABLE push_delivery
  ADD CONSTRAINT push_delivery_device_id_fkey FOREIGN KEY (device_id) REFERENCES push_device ON DELETE SET NULL NOT VALID;
ALTER TABLE audit_seal
  ADD CONSTRAINT audit_seal_entry_id_fkey FOREIGN KEY (entry_id) REFERENCES audit_entry NOT VALID;

-- Names of indexes stay: servers of the version before tell violations of unique indexes apart by them.
ALTER TABLE app_user RENAME CONSTRAINT app_user_check TO app_user_verified_phone_check;
ALTER TABLE app_user RENAME CONSTRAINT app_user_removed_is_nobody TO app_user_removed_check;
ALTER TABLE sms_code_hour RENAME CONSTRAINT sms_code_hour_check TO sms_code_hour_used_check;
ALTER TABLE access_change RENAME CONSTRAINT access_change_check TO access_change_user_check;
ALTER TABLE store RENAME CONSTRAINT store_archived_is_hidden TO store_archived_check;
ALTER TABLE store_hours_exception RENAME CONSTRAINT store_hours_exception_check TO store_hours_exception_times_check;
ALTER TABLE door_code RENAME CONSTRAINT door_code_kept_while_shown TO door_code_sealed_check;
ALTER TABLE product_version RENAME CONSTRAINT product_version_check TO product_version_deposit_cents_check;
ALTER TABLE product_import RENAME CONSTRAINT product_import_check TO product_import_applied_at_check;
ALTER TABLE product_import RENAME CONSTRAINT product_import_check1 TO product_import_undone_at_check;
ALTER TABLE bulk_change RENAME CONSTRAINT bulk_change_check TO bulk_change_undone_check;
ALTER TABLE unknown_code_report RENAME CONSTRAINT unknown_code_report_check TO unknown_code_report_last_at_check;
ALTER TABLE stock_take RENAME CONSTRAINT stock_take_check TO stock_take_closed_at_check;
ALTER TABLE stock_move RENAME CONSTRAINT stock_move_check TO stock_move_order_line_check;
ALTER TABLE customer_order RENAME CONSTRAINT customer_order_check TO customer_order_net_cents_check;
ALTER TABLE customer_order RENAME CONSTRAINT customer_order_check1 TO customer_order_paid_at_check;
ALTER TABLE customer_order RENAME CONSTRAINT customer_order_check2 TO customer_order_cancelled_at_check;
ALTER TABLE customer_order RENAME CONSTRAINT order_preorder_has_event TO customer_order_preorder_event_check;
ALTER TABLE customer_order RENAME CONSTRAINT order_replaces_a_preorder TO customer_order_replaces_order_check;
ALTER TABLE payment_attempt RENAME CONSTRAINT attempt_taken_check TO payment_attempt_taken_check;
ALTER TABLE refund_account RENAME CONSTRAINT refund_account_check TO refund_account_given_back_cents_check;
ALTER TABLE refund RENAME CONSTRAINT refund_check TO refund_asked_by_check;
ALTER TABLE refund RENAME CONSTRAINT refund_check1 TO refund_returns_stock_check;
ALTER TABLE refund RENAME CONSTRAINT refund_check2 TO refund_outcome_at_check;
ALTER TABLE refund_line RENAME CONSTRAINT refund_line_check TO refund_line_not_empty_check;
ALTER TABLE refund_vat RENAME CONSTRAINT refund_vat_check TO refund_vat_vat_cents_check;
ALTER TABLE preorder_event RENAME CONSTRAINT preorder_event_check TO preorder_event_end_date_check;
ALTER TABLE preorder_event_item RENAME CONSTRAINT preorder_event_item_cap TO preorder_event_item_cap_check;
ALTER TABLE preorder_event_item RENAME CONSTRAINT preorder_event_item_per_shopper TO preorder_event_item_per_shopper_check;
ALTER TABLE push_device RENAME CONSTRAINT push_device_check TO push_device_wants_check;
ALTER TABLE push_device RENAME CONSTRAINT push_device_check1 TO push_device_webpush_check;
ALTER TABLE message RENAME CONSTRAINT message_check TO message_sent_at_check;
ALTER TABLE message RENAME CONSTRAINT message_check1 TO message_cancelled_at_check;
ALTER TABLE message RENAME CONSTRAINT message_check2 TO message_devices_check;
ALTER TABLE invariant_check RENAME CONSTRAINT invariant_check_check TO invariant_check_broken_since_check;
ALTER TABLE backup_run RENAME CONSTRAINT backup_run_check TO backup_run_ended_at_check;

-- A column with a new type has no statistics.
ANALYZE customer_order, order_line, order_event, payment_attempt, refund_account, refund, refund_line, refund_vat, receipt, stock_move,
  login_link, visit, push_device, push_notification, push_delivery, audit_entry, audit_seal;
