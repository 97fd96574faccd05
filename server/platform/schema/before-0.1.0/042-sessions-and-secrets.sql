-- In a word each, for people who look where they are signed in: never the whole user agent, which tells far more.
ALTER TABLE session ADD COLUMN browser text CHECK (length(browser) <= 20);
ALTER TABLE session ADD COLUMN system text CHECK (length(system) <= 20);

-- Which of the installation's secrets a keypad's key was drawn from: another may be the newest since.
ALTER TABLE store ADD COLUMN keypad_key_secret text;
