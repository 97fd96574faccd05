-- A store may have no position: it is then listed without a distance.
ALTER TABLE store ALTER COLUMN latitude DROP NOT NULL;
ALTER TABLE store ALTER COLUMN longitude DROP NOT NULL;
-- No row had a null before, so none needs to be checked.
ALTER TABLE store ADD CONSTRAINT store_place_check CHECK ((latitude IS NULL) = (longitude IS NULL)) NOT VALID;
