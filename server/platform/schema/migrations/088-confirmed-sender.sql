-- What an admin confirmed: the sender of the SMS. Null: what the milestone is about has no name, or the gateway sets the sender.
ALTER TABLE shop_milestone ADD COLUMN about text;
