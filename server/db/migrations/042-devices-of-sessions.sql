-- In a word each, for people who look where they are signed in: never the whole user agent, which tells far more.
ALTER TABLE session ADD COLUMN browser text CHECK (length(browser) <= 20);
ALTER TABLE session ADD COLUMN system text CHECK (length(system) <= 20);
