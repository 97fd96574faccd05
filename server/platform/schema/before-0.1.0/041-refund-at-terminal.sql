-- The refund that was sent to this terminal last: while its outcome is open the terminal is its, and payments wait in line. Set in
-- the transaction that sends it, which holds this row; payments that begin hold it in share. Not taken off: an ended one holds nothing.
-- No reference: the refund leads back to this row by its payment already.
ALTER TABLE terminal ADD COLUMN refund_id integer;
