-- How the lock's own log names the codes that a visitor was given (of a built-in code its number, of Nuki the name of the entry), so
-- that an entry in that log can be traced to a visit. The digits that open the door are not kept here.
ALTER TABLE visit ADD COLUMN door_codes text[] NOT NULL DEFAULT '{}';
