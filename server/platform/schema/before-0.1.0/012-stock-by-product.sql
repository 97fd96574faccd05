-- Which stores have a product: the primary key begins with the store.
CREATE INDEX store_stock_product ON store_stock (product_id);
