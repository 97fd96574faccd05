-- What became of an SMS, as the gateway that took it reports. It has no number and no text: the reference is random, and until the code
-- ends phone_verification knows whose it is.
CREATE TABLE sms_delivery (
  reference text NOT NULL CONSTRAINT sms_delivery_pkey PRIMARY KEY,
  -- null: the number was refused before a gateway took the message.
  gateway text CONSTRAINT sms_delivery_gateway_check CHECK (gateway IN ('46elks', 'twilio')),
  state text NOT NULL CONSTRAINT sms_delivery_state_check CHECK (state IN ('accepted', 'sent', 'delivered', 'failed')),
  reason text,
  accepted_at timestamptz NOT NULL DEFAULT now(),
  reported_at timestamptz,
  CONSTRAINT sms_delivery_reason_check CHECK ((state = 'failed') = (reason IS NOT NULL))
);
CREATE INDEX sms_delivery_accepted ON sms_delivery (accepted_at);

-- Of the SMS with the code, so that a shopper who waits for it learns that it did not arrive.
ALTER TABLE phone_verification ADD COLUMN sms_reference text;
