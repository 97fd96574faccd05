-- What this browser asked for is looked at before anything is known of the address: the same work for every address.
DROP INDEX CONCURRENTLY IF EXISTS login_link_browser;
CREATE INDEX CONCURRENTLY login_link_browser ON login_link (browser_sha256);
