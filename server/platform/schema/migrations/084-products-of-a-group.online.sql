-- The products of a group, and whether one has any. Until it is there, both are found by reading the versions.
DROP INDEX CONCURRENTLY IF EXISTS product_version_group;
CREATE INDEX CONCURRENTLY product_version_group ON product_version (group_id, product_id) WHERE group_id IS NOT NULL;
