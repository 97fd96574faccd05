-- What a supplier asks for a product from a day on, excluding VAT, in ten-thousandths of a euro per piece, kilogram or litre. A price is
-- in force until the next one of the same supplier begins. Suppliers with prices stay; an unused product takes its prices with it.
CREATE TABLE purchase_price (
  product_id integer NOT NULL CONSTRAINT purchase_price_product_id_fkey REFERENCES product ON DELETE CASCADE,
  supplier_id integer NOT NULL CONSTRAINT purchase_price_supplier_id_fkey REFERENCES supplier,
  valid_from date NOT NULL,
  price_ten_thousandths bigint NOT NULL CONSTRAINT purchase_price_price_check CHECK (price_ten_thousandths BETWEEN 0 AND 1000000000),
  CONSTRAINT purchase_price_pkey PRIMARY KEY (product_id, supplier_id, valid_from)
);
CREATE INDEX purchase_price_supplier ON purchase_price (supplier_id, product_id);
