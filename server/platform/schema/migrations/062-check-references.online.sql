-- What 061 left unchecked, and two checks of earlier releases.
ALTER TABLE store VALIDATE CONSTRAINT store_clock_check;
ALTER TABLE payment_attempt VALIDATE CONSTRAINT payment_attempt_left_check;
ALTER TABLE customer_order VALIDATE CONSTRAINT customer_order_replaces_order_id_fkey;
ALTER TABLE order_line VALIDATE CONSTRAINT order_line_order_id_fkey;
ALTER TABLE order_event VALIDATE CONSTRAINT order_event_order_id_fkey;
ALTER TABLE payment_attempt VALIDATE CONSTRAINT payment_attempt_order_id_fkey;
ALTER TABLE refund_account VALIDATE CONSTRAINT refund_account_attempt_id_fkey;
ALTER TABLE refund VALIDATE CONSTRAINT refund_attempt_id_fkey;
ALTER TABLE refund VALIDATE CONSTRAINT refund_order_id_fkey;
ALTER TABLE refund_line VALIDATE CONSTRAINT refund_line_refund_id_fkey;
ALTER TABLE refund_line VALIDATE CONSTRAINT refund_line_order_line_id_fkey;
ALTER TABLE refund_vat VALIDATE CONSTRAINT refund_vat_refund_id_fkey;
ALTER TABLE receipt VALIDATE CONSTRAINT receipt_order_id_fkey;
ALTER TABLE receipt VALIDATE CONSTRAINT receipt_refund_id_fkey;
ALTER TABLE stock_move VALIDATE CONSTRAINT stock_move_order_line_id_fkey;
ALTER TABLE stock_move VALIDATE CONSTRAINT stock_move_refund_line_id_fkey;
ALTER TABLE stock_move VALIDATE CONSTRAINT stock_move_stock_entry_id_fkey;
ALTER TABLE preorder_withdrawal VALIDATE CONSTRAINT preorder_withdrawal_order_id_fkey;
ALTER TABLE push_delivery VALIDATE CONSTRAINT push_delivery_notification_id_fkey;
ALTER TABLE push_delivery VALIDATE CONSTRAINT push_delivery_device_id_fkey;
ALTER TABLE audit_seal VALIDATE CONSTRAINT audit_seal_entry_id_fkey;
-- Lists that read an index alone read each row of a table that was written anew, until it has been vacuumed.
VACUUM (ANALYZE) customer_order;
VACUUM (ANALYZE) order_line;
VACUUM (ANALYZE) payment_attempt;
VACUUM (ANALYZE) stock_move;
VACUUM (ANALYZE) audit_entry;
