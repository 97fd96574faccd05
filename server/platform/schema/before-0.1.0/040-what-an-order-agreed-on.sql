-- Whether goods may be withdrawn from is what held when they were ordered, whatever the product is marked as later. Null of lines
-- that a server of the version before wrote meanwhile: then the product tells.
ALTER TABLE order_line ADD COLUMN perishable boolean;

-- Pre-orders alone are withdrawn from. What a product was marked as then: what the first change after it changed it from.
UPDATE order_line AS line SET perishable = coalesce((
  SELECT (change ->> 'from')::boolean
  FROM audit_entry entry CROSS JOIN LATERAL jsonb_array_elements(entry.changes) AS change
  WHERE entry.kind = 'product' AND entry.record_id = line.product_id AND entry.action = 'changed'
    AND entry.created_at > ordered.created_at AND change ->> 'field' = 'perishable'
  ORDER BY entry.id LIMIT 1), product.perishable)
FROM customer_order ordered, product
WHERE ordered.id = line.order_id AND ordered.order_type = 'preorder' AND product.id = line.product_id;
