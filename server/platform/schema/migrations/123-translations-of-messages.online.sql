DROP INDEX CONCURRENTLY IF EXISTS message_translation;
CREATE UNIQUE INDEX CONCURRENTLY message_translation ON message (translation_of, language_id);
