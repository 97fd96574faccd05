-- The moves since a day, for the inventory list of a past day. Rows are appended in the order of time, so a few kilobytes suffice. Until it
-- is there, all moves are read.
DROP INDEX CONCURRENTLY IF EXISTS stock_move_by_time;
CREATE INDEX CONCURRENTLY stock_move_by_time ON stock_move USING brin (created_at);
