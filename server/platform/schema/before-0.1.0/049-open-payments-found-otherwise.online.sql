-- Since 048 whatever looks for open payments finds them by attempt_unsettled. A file of its own: 048 cut off halfway would begin again by
-- dropping the new index when the old one may already be of no use.
DROP INDEX CONCURRENTLY IF EXISTS attempt_open;
