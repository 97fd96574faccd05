-- How much of a product one shopper may have booked in an event at most. Null: unlimited.
ALTER TABLE preorder_event_item
  ADD COLUMN per_shopper_thousandths bigint
    CONSTRAINT preorder_event_item_per_shopper CHECK (per_shopper_thousandths > 0);
