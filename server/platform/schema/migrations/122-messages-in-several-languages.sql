-- A message in several languages is a row for each: the first one, and its translations, which share its link, state and time. A server of the
-- previous version sends each row by itself, and lists and cancels each as a message.
ALTER TABLE message ADD COLUMN translation_of integer CONSTRAINT message_translation_of_fkey REFERENCES message;
