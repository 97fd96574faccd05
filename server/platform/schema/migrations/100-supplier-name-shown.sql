-- Whether shoppers see the supplier's name with its products. A server of the previous version shows it in any case.
ALTER TABLE supplier ADD COLUMN name_shown boolean NOT NULL DEFAULT true;
