-- Payments: terminals, attempts to pay, refunds, and what closings need besides. The unique partial indexes keep money from moving twice.

-- A payment terminal in a store.
CREATE TABLE terminal (
  id integer GENERATED ALWAYS AS IDENTITY (START WITH 1001) CONSTRAINT terminal_pkey PRIMARY KEY,
  store_id integer NOT NULL CONSTRAINT terminal_store_id_fkey REFERENCES store,
  name text NOT NULL,
  provider text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- How it is reached and what it requires (an API key, a password), encrypted with the installation's secret.
  settings_encrypted text,
  -- From then on it takes no new payments; existing ones are still followed and refunded there.
  retired_at timestamptz,
  -- The refund that was sent to it last: while its outcome is open, payments wait. Set in the transaction that sends the refund, which
  -- locks this row. It is not cleared: a refund with an outcome holds nothing. Without a foreign key: the refund leads back to this row.
  refund_id bigint,
  revision integer NOT NULL DEFAULT 1
);
CREATE INDEX terminal_store ON terminal (store_id);

-- One try to pay an order at a terminal, committed before the terminal receives it. docs/developer/payments.md has the states.
CREATE TABLE payment_attempt (
  id bigint GENERATED ALWAYS AS IDENTITY (START WITH 1001) CONSTRAINT payment_attempt_pkey PRIMARY KEY,
  order_id bigint NOT NULL CONSTRAINT payment_attempt_order_id_fkey REFERENCES customer_order,
  user_id integer NOT NULL CONSTRAINT payment_attempt_user_id_fkey REFERENCES app_user,
  terminal_id integer NOT NULL CONSTRAINT payment_attempt_terminal_id_fkey REFERENCES terminal,
  -- The terminal's name for it, never used for another attempt.
  service_id text NOT NULL CONSTRAINT payment_attempt_service_id_key UNIQUE,
  amount_cents integer NOT NULL CONSTRAINT payment_attempt_amount_cents_check CHECK (amount_cents > 0),
  currency text NOT NULL,
  state text NOT NULL CONSTRAINT payment_attempt_state_check CHECK (state IN ('QUEUED', 'INTENT', 'SENT', 'UNKNOWN', 'UNRESOLVED',
    'APPROVED', 'DECLINED', 'CANCELLED', 'ABORTED', 'NOT_PROCESSED', 'MANUAL', 'REVERSAL_DUE', 'REVERSED', 'REVIEW')),
  -- The order's status before it became payment_pending, to which it returns.
  order_status_before text NOT NULL,
  -- The server that drives it, and until when it alone may.
  owner text,
  lease_until timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  sent_at timestamptz,
  deadline_at timestamptz NOT NULL,
  abort_requested_at timestamptz,
  outcome_at timestamptz,
  string_code text,
  transaction_id text,
  -- The shopper's card slip.
  receipt_text text,
  -- Who learned the outcome: live, recovery or admin.
  source text,
  -- The terminal's slip for the books.
  merchant_receipt_text text,
  -- Money that a terminal took and no sale matches: for an order that no longer waited, or another amount than requested. Written once: what
  -- happens to the attempt later changes neither the day nor the amount.
  unmatched_at timestamptz,
  unmatched_cents integer,
  unmatched_source text CONSTRAINT payment_attempt_unmatched_source_check CHECK (unmatched_source IN ('live', 'recovery', 'admin')),
  -- Since when its outcome is unknown, and when its shopper stopped waiting for it in the app. An abandoned attempt still holds the
  -- order, the shopper and the terminal.
  unknown_since timestamptz,
  abandoned_at timestamptz,
  -- False: in an app, which takes any number of payments at once.
  occupies_terminal boolean NOT NULL DEFAULT true,
  -- The address that opens the shopper's app with this payment.
  app_link text,
  -- How many payments of its shopper held a terminal in the hour before and were not paid. In a queue, attempts with fewer go first:
  -- docs/developer/decisions/021-terminal-queue.md.
  recent_unpaid_count smallint NOT NULL DEFAULT 0,
  CONSTRAINT payment_attempt_unmatched_check CHECK ((unmatched_at IS NULL) = (unmatched_cents IS NULL) AND (unmatched_at IS NULL) = (unmatched_source IS NULL)),
  CONSTRAINT payment_attempt_abandoned_check CHECK (abandoned_at IS NULL OR unknown_since IS NOT NULL)
);
-- An order, a terminal and a shopper each have one attempt at a time; an order never two that took money. An app takes any number.
CREATE UNIQUE INDEX attempt_one_per_order ON payment_attempt (order_id)
  WHERE state IN ('QUEUED', 'INTENT', 'SENT', 'UNKNOWN', 'UNRESOLVED', 'APPROVED', 'MANUAL', 'REVERSAL_DUE', 'REVIEW');
CREATE UNIQUE INDEX attempt_one_holds_terminal ON payment_attempt (terminal_id)
  WHERE state IN ('INTENT', 'SENT', 'UNKNOWN') AND occupies_terminal;
CREATE UNIQUE INDEX attempt_one_per_user ON payment_attempt (user_id) WHERE state IN ('QUEUED', 'INTENT', 'SENT', 'UNKNOWN');
CREATE INDEX attempt_order ON payment_attempt (order_id, id);
-- What servers drive. No index contains the lease: renewing it writes the row alone.
CREATE INDEX attempt_unsettled ON payment_attempt (owner, state)
  WHERE state IN ('QUEUED', 'INTENT', 'SENT', 'UNKNOWN', 'UNRESOLVED', 'REVIEW', 'REVERSAL_DUE');
-- The queue at a terminal, read before each payment and while it waits.
CREATE INDEX attempt_open_at_terminal ON payment_attempt (terminal_id, id)
  WHERE state IN ('QUEUED', 'INTENT', 'SENT', 'UNKNOWN');
CREATE INDEX attempt_in_doubt ON payment_attempt (order_id) WHERE state IN ('UNRESOLVED', 'REVIEW', 'REVERSAL_DUE');
CREATE INDEX attempt_unclear ON payment_attempt (created_at) WHERE state IN ('UNRESOLVED', 'REVIEW');
CREATE INDEX attempt_unmatched ON payment_attempt (unmatched_at) WHERE unmatched_at IS NOT NULL;
CREATE INDEX attempt_unmatched_ended ON payment_attempt (outcome_at) WHERE unmatched_at IS NOT NULL;
-- A shopper's payments that ended unpaid, and the last one at a terminal, read before each payment.
CREATE INDEX attempt_ended_unpaid ON payment_attempt (user_id, outcome_at) WHERE state IN ('DECLINED', 'CANCELLED', 'ABORTED');
CREATE INDEX attempt_paid_at_terminal ON payment_attempt (user_id, outcome_at)
  WHERE state IN ('APPROVED', 'MANUAL') AND occupies_terminal;

-- How much of a payment was returned, or may have been. Separate from the attempt, which is not written after its outcome. The check keeps
-- refunds within the payment; a refund that fails subtracts its amount again.
CREATE TABLE refund_account (
  attempt_id bigint
    CONSTRAINT refund_account_pkey PRIMARY KEY
    CONSTRAINT refund_account_attempt_id_fkey REFERENCES payment_attempt,
  paid_cents integer NOT NULL CONSTRAINT refund_account_paid_cents_check CHECK (paid_cents > 0),
  refunded_cents integer NOT NULL DEFAULT 0,
  CONSTRAINT refund_account_refunded_cents_check CHECK (refunded_cents BETWEEN 0 AND paid_cents)
);

-- Money that goes back, committed before a terminal receives it. refund: an admin returns all or some lines of a paid order. reversal: the
-- shop returns by itself what was taken for an order that no longer waited for it.
CREATE TABLE refund (
  id bigint GENERATED ALWAYS AS IDENTITY (START WITH 1001) CONSTRAINT refund_pkey PRIMARY KEY,
  kind text NOT NULL CONSTRAINT refund_kind_check CHECK (kind IN ('refund', 'reversal')),
  attempt_id bigint NOT NULL CONSTRAINT refund_attempt_id_fkey REFERENCES refund_account,
  order_id bigint NOT NULL CONSTRAINT refund_order_id_fkey REFERENCES customer_order,
  -- The terminal's name for it, never used for another refund.
  refund_key text NOT NULL CONSTRAINT refund_refund_key_key UNIQUE,
  amount_cents integer NOT NULL CONSTRAINT refund_amount_cents_check CHECK (amount_cents > 0),
  currency text NOT NULL,
  state text NOT NULL CONSTRAINT refund_state_check
    CHECK (state IN ('INTENT', 'SENT', 'UNKNOWN', 'UNRESOLVED', 'DONE', 'REFUSED', 'NOT_PROCESSED')),
  reason text NOT NULL CONSTRAINT refund_reason_check CHECK (reason <> ''),
  requested_by integer CONSTRAINT refund_requested_by_fkey REFERENCES app_user,
  returns_stock boolean NOT NULL DEFAULT false,
  -- A free sum: it reduces the price of the goods that the shopper keeps, so its lines have no quantity.
  is_free_sum boolean NOT NULL DEFAULT false,
  -- The server that drives it, and until when it alone may.
  owner text,
  lease_until timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  sent_at timestamptz,
  -- When the payment service accepted it, before its outcome is known: from then on it never becomes NOT_PROCESSED.
  accepted_at timestamptz,
  outcome_at timestamptz,
  -- Why it was refused or not delivered, for the operator.
  detail text,
  transaction_id text,
  receipt_text text,
  merchant_receipt_text text,
  -- Who learned the outcome.
  source text CONSTRAINT refund_source_check CHECK (source IN ('live', 'recovery', 'admin')),
  CONSTRAINT refund_requested_by_check CHECK ((kind = 'refund') = (requested_by IS NOT NULL)),
  CONSTRAINT refund_returns_stock_check CHECK (kind = 'refund' OR NOT returns_stock),
  CONSTRAINT refund_is_free_sum_check CHECK (NOT is_free_sum OR (kind = 'refund' AND NOT returns_stock)),
  CONSTRAINT refund_outcome_at_check CHECK ((state IN ('DONE', 'REFUSED', 'NOT_PROCESSED')) = (outcome_at IS NOT NULL)),
  -- A refund by hand is done without a terminal.
  CONSTRAINT refund_sent_check
    CHECK (state IN ('INTENT', 'NOT_PROCESSED') OR sent_at IS NOT NULL OR (state = 'DONE' AND source = 'admin'))
);
-- A payment has one open refund at a time. Servers find the refunds to drive here, too: the index holds nothing else.
CREATE UNIQUE INDEX refund_one_open_per_attempt ON refund (attempt_id)
  WHERE state IN ('INTENT', 'SENT', 'UNKNOWN', 'UNRESOLVED');
CREATE INDEX refund_attempt ON refund (attempt_id, id);
CREATE INDEX refund_order ON refund (order_id, id);
-- The free sums that a person refunded today, for the daily limit.
CREATE INDEX refund_free_sum ON refund (requested_by, created_at) WHERE is_free_sum;
CREATE INDEX refund_done ON refund (outcome_at) WHERE state = 'DONE';
-- The refund of which a payment service reports that it failed: its reference, the second part of what is stored.
CREATE INDEX refund_service_reference ON refund ((split_part(split_part(transaction_id, ' ', 1), '.', 2)))
  WHERE transaction_id IS NOT NULL;

-- What a refund returns of an order line.
CREATE TABLE refund_line (
  id bigint GENERATED ALWAYS AS IDENTITY (START WITH 1001) CONSTRAINT refund_line_pkey PRIMARY KEY,
  refund_id bigint NOT NULL CONSTRAINT refund_line_refund_id_fkey REFERENCES refund,
  order_line_id bigint NOT NULL CONSTRAINT refund_line_order_line_id_fkey REFERENCES order_line,
  quantity_thousandths bigint NOT NULL CONSTRAINT refund_line_quantity_thousandths_check CHECK (quantity_thousandths >= 0),
  amount_cents integer NOT NULL CONSTRAINT refund_line_amount_cents_check CHECK (amount_cents >= 0),
  -- Of a line of price labels: the labels that are returned. Their sum is the amount, unless a free sum reduced the price before.
  amounts_cents integer[],
  CONSTRAINT refund_line_refund_id_order_line_id_key UNIQUE (refund_id, order_line_id),
  CONSTRAINT refund_line_not_empty_check CHECK (quantity_thousandths > 0 OR amount_cents > 0)
);
CREATE INDEX refund_line_order_line ON refund_line (order_line_id);

-- The VAT within a refund, by rate, as computed when the refund was requested.
CREATE TABLE refund_vat (
  refund_id bigint NOT NULL CONSTRAINT refund_vat_refund_id_fkey REFERENCES refund,
  rate_basis_points integer NOT NULL,
  gross_cents integer NOT NULL CONSTRAINT refund_vat_gross_cents_check CHECK (gross_cents > 0),
  vat_cents integer NOT NULL,
  CONSTRAINT refund_vat_pkey PRIMARY KEY (refund_id, rate_basis_points),
  CONSTRAINT refund_vat_vat_cents_check CHECK (vat_cents BETWEEN 0 AND gross_cents)
);

-- What a payment service reports of a refund that it had accepted: the money was not returned. It is stored by the service's own reference,
-- not by the refund's id: a report may come before the answer to the refund is stored.
CREATE TABLE refund_failure (
  id bigint GENERATED ALWAYS AS IDENTITY (START WITH 1001) CONSTRAINT refund_failure_pkey PRIMARY KEY,
  provider text NOT NULL,
  reference text NOT NULL,
  -- The refund's key, where the service repeats it.
  merchant_reference text NOT NULL,
  event text NOT NULL,
  reason text NOT NULL,
  amount_cents integer NOT NULL CONSTRAINT refund_failure_amount_cents_check CHECK (amount_cents > 0),
  currency text NOT NULL,
  -- By the service's clock.
  failed_at timestamptz NOT NULL,
  received_at timestamptz NOT NULL DEFAULT now(),
  -- What an admin recorded: returned in another way, or by the service after all.
  settled_as text CONSTRAINT refund_failure_settled_as_check CHECK (settled_as IN ('by_hand', 'by_service')),
  settled_at timestamptz,
  settled_by integer CONSTRAINT refund_failure_settled_by_fkey REFERENCES app_user,
  -- A refund fails once, however often that is reported.
  CONSTRAINT refund_failure_reference_key UNIQUE (provider, reference),
  CONSTRAINT refund_failure_settled_check CHECK (
    (settled_as IS NULL) = (settled_at IS NULL) AND (settled_as IS NULL) = (settled_by IS NULL))
);
CREATE INDEX refund_failure_open ON refund_failure (received_at) WHERE settled_as IS NULL;
CREATE INDEX refund_failure_received ON refund_failure (received_at);

ALTER TABLE order_event
  ADD CONSTRAINT order_event_attempt_id_fkey FOREIGN KEY (attempt_id) REFERENCES payment_attempt,
  ADD CONSTRAINT order_event_refund_id_fkey FOREIGN KEY (refund_id) REFERENCES refund;
ALTER TABLE receipt ADD CONSTRAINT receipt_refund_id_fkey FOREIGN KEY (refund_id) REFERENCES refund ON DELETE CASCADE;
ALTER TABLE stock_move ADD CONSTRAINT stock_move_refund_line_id_fkey FOREIGN KEY (refund_line_id) REFERENCES refund_line;

-- The sum of a day in a terminal's own report, entered by a person: for terminals that can't be asked.
CREATE TABLE terminal_daily_total (
  terminal_id integer NOT NULL CONSTRAINT terminal_daily_total_terminal_id_fkey REFERENCES terminal,
  date date NOT NULL,
  sum_cents integer NOT NULL,
  note text NOT NULL,
  revision integer NOT NULL DEFAULT 1,
  reported_by integer NOT NULL CONSTRAINT terminal_daily_total_reported_by_fkey REFERENCES app_user,
  reported_at timestamptz NOT NULL,
  CONSTRAINT terminal_daily_total_pkey PRIMARY KEY (terminal_id, date)
);

-- One row: the accounts of the bookkeeping vouchers.
CREATE TABLE ledger_accounts (
  singleton boolean DEFAULT true
    CONSTRAINT ledger_accounts_pkey PRIMARY KEY
    CONSTRAINT ledger_accounts_singleton_check CHECK (singleton),
  card text NOT NULL,
  -- Of payments in an app; null: that of card payments.
  app text,
  other text NOT NULL,
  clearing text NOT NULL,
  vat text NOT NULL,
  sales text NOT NULL,
  -- Accounts by VAT rate in basis points: {"1350": "3010"}.
  sales_by_rate jsonb NOT NULL DEFAULT '{}',
  -- Of refunds of free sums; null: the account of the sales at their rate.
  free_sums text,
  revision integer NOT NULL DEFAULT 1
);
INSERT INTO ledger_accounts (card, other, clearing, vat, sales) VALUES ('1720', '1910', '1799', '2939', '3000');

-- The functions of a payment are each one round trip and one commit of plain steps, which PostgreSQL plans once per connection. A release
-- never changes a function, since the servers before it still call it: it adds one of another name.

-- Begins a payment: the order becomes payment_pending, and its attempt is inserted at the store's terminal with the shortest queue. Returns
-- in `refused` why it can't begin; then nothing is written. `has_vat_of_today`: the caller has made sure; else `needs_vat` may ask for it.
-- Locks the user first, as a change of store does, then order and terminal: another order would deadlock.
CREATE FUNCTION begin_payment(
  payer integer, requested_order bigint, is_preorder boolean, seen_cents bigint, seen_terms integer, method text, server text,
  service text, currency_code text, called_at timestamptz, today date, has_vat_of_today boolean, marks_sent boolean, reachable text[], apps text[],
  shop_time_zone text, checkout_seconds integer, queue_seconds integer, terminal_seconds integer, app_seconds integer, lease_seconds integer,
  timeouts_seconds integer, unpaid_seconds integer, regular_seconds integer, correction_seconds integer, newcomer_counts_as integer,
  pauses_seconds integer[],
  OUT refused text, OUT unsellable jsonb, OUT store_closed boolean, OUT may_pay_at timestamptz, OUT needs_vat boolean,
  OUT attempt_id bigint, OUT paid_order bigint, OUT seller integer, OUT owed_cents integer, OUT at_terminal integer,
  OUT terminal_provider text, OUT attempt_state text, OUT deadline timestamptz, OUT marked_sent_at timestamptz
) LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan SET enable_seqscan = off AS $$
DECLARE
  bought customer_order;
  seller_store store;
  newest_terms integer := (SELECT max(id) FROM terms_version);
  last_paid_at timestamptz;
  last_timeout_at timestamptz;
  timeouts integer;
  unpaid integer;
  has_terminal boolean;
  is_age_limited boolean;
  ahead integer;
  store_day date;
BEGIN
  PERFORM FROM app_user WHERE id = payer FOR KEY SHARE;
  IF is_preorder THEN
    -- An admin may deliver it at this moment: the status to which it returns is that of the locked row.
    SELECT * INTO bought FROM customer_order WHERE id = requested_order AND user_id = payer
      AND status IN ('preorder_booked', 'preorder_delivered') AND order_type = 'preorder' AND cancelled_at IS NULL FOR NO KEY UPDATE;
  ELSE
    SELECT * INTO bought FROM customer_order WHERE user_id = payer AND status = 'checkout' AND order_type = 'standard'
      AND cancelled_at IS NULL AND id = coalesce(requested_order, id) FOR NO KEY UPDATE;
  END IF;
  IF bought.id IS NULL THEN refused := 'order.none'; RETURN; END IF;
  IF bought.total_cents <> seen_cents THEN refused := 'order.changed'; RETURN; END IF;

  -- Products, offers and store may have changed in the day that an order may wait at checkout. A pre-order is a booking: its goods are
  -- handed over, unless they were recalled or the store may no longer sell such goods.
  SELECT * INTO seller_store FROM store WHERE id = bought.store_id;
  store_closed := NOT (is_preorder OR seller_store.published);
  store_day := (called_at AT TIME ZONE seller_store.time_zone)::date;
  SELECT jsonb_agg(jsonb_build_object('product_id', goods.product_id, 'reason', CASE
      WHEN goods.is_recalled THEN 'recalled'
      WHEN goods.has_passed THEN 'datePassed'
      WHEN goods.is_limited AND NOT seller_store.sells_age_restricted THEN 'ageRestricted'
      ELSE 'unavailable' END) ORDER BY goods.line_id)
      FILTER (WHERE goods.is_recalled OR goods.has_passed OR (goods.is_limited AND NOT seller_store.sells_age_restricted)
        OR NOT (is_preorder OR (goods.is_enabled AND goods.is_offered))),
      bool_or(goods.is_limited)
    INTO unsellable, is_age_limited
    FROM (SELECT line.id AS line_id, product.id AS product_id, product.recalled_at IS NOT NULL OR (line.lot IS NOT NULL AND EXISTS (
          SELECT FROM recall JOIN recalled_lot ON recalled_lot.recall_id = recall.id
          WHERE recall.product_id = line.product_id AND recall.ended_at IS NULL AND recalled_lot.lot = line.lot)) AS is_recalled,
        -- Prices hold for a day, dates don't: the last day of a package may have ended since.
        coalesce(line.use_by < store_day OR (line.best_before < store_day AND line.reduced_percent IS NULL), false) AS has_passed,
        product.enabled AS is_enabled, coalesce(shelf.offered, false) AS is_offered,
        line.age_limited OR product.min_age IS NOT NULL OR product.alcohol AS is_limited
      FROM order_line line JOIN product ON product.id = line.product_id
      LEFT JOIN store_stock shelf ON shelf.store_id = bought.store_id AND shelf.product_id = product.id
      WHERE line.order_id = bought.id) goods;
  IF store_closed OR unsellable IS NOT NULL THEN refused := 'order.changed'; RETURN; END IF;
  -- Its prices no longer hold. A pre-order keeps those of its booking.
  IF NOT is_preorder AND bought.created_at < now() - make_interval(secs => checkout_seconds) THEN
    refused := 'order.changed'; RETURN;
  END IF;
  IF NOT is_preorder AND newest_terms IS NULL AND seller_store.needs_terms THEN refused := 'order.termsMissing'; RETURN; END IF;
  IF seen_terms <> newest_terms THEN refused := 'order.termsChanged'; RETURN; END IF;
  -- The rest of a pre-order after a withdrawal may be goods that cost nothing.
  IF bought.total_cents = 0 THEN refused := 'order.nothingToPay'; RETURN; END IF;
  -- Goods with a least age are sold only while somebody besides the shopper is in the store, and after another person who may has
  -- approved this order as it is. A store saved since may have other hours.
  IF is_age_limited AND NOT EXISTS (SELECT FROM order_approval approval JOIN app_user approver ON approver.id = approval.decided_by
    WHERE approval.order_id = bought.id AND approval.decision = 'approved' AND approval.total_cents = bought.total_cents
      AND approval.valid_until > called_at AND approver.id <> payer AND approver.blocked_at IS NULL
      AND (approver.is_admin OR EXISTS (SELECT FROM user_right granted WHERE granted.user_id = approver.id
        AND granted.kind IN ('helper', 'keeper') AND (granted.store_id = bought.store_id OR granted.store_id IS NULL)))
      AND (approval.staffed_until > called_at AND approval.store_revision = seller_store.revision
        OR EXISTS (SELECT FROM store_presence presence WHERE presence.store_id = bought.store_id AND presence.user_id <> payer
          AND presence.ends_at > called_at))) THEN
    refused := 'order.approvalNeeded'; RETURN;
  END IF;

  -- A payment in an app proves nothing: it can be made from anywhere. ABORTED: the shop stopped it when its time ran out.
  SELECT max(outcome_at) INTO last_paid_at FROM payment_attempt WHERE user_id = payer AND state IN ('APPROVED', 'MANUAL')
    AND occupies_terminal AND outcome_at > now() - make_interval(secs => regular_seconds);
  SELECT count(*) FILTER (WHERE state = 'ABORTED'), max(outcome_at) FILTER (WHERE state = 'ABORTED'),
      count(*) FILTER (WHERE sent_at IS NOT NULL AND outcome_at > now() - make_interval(secs => unpaid_seconds))
    INTO timeouts, last_timeout_at, unpaid
    FROM payment_attempt WHERE user_id = payer AND state IN ('DECLINED', 'CANCELLED', 'ABORTED') AND occupies_terminal
      AND outcome_at > greatest(now() - make_interval(secs => timeouts_seconds), last_paid_at);
  IF last_paid_at IS NULL THEN unpaid := unpaid + newcomer_counts_as; END IF;
  may_pay_at := last_timeout_at + make_interval(secs => pauses_seconds[least(timeouts + 1, cardinality(pauses_seconds))]);
  IF may_pay_at > now() THEN refused := 'order.waitToPay'; RETURN; END IF;

  -- The lock serialises with a refund that takes this terminal, and with changes of its settings. `refund_id` is then the newest, while the
  -- refund's own row may be read as it was before it was sent: so it counts unless it is seen to have ended.
  SELECT id, provider, provider <> ALL (apps), (
      SELECT count(*) FROM payment_attempt queued WHERE queued.terminal_id = terminal.id AND queued.occupies_terminal
        AND queued.state IN ('QUEUED', 'INTENT', 'SENT', 'UNKNOWN')
    ) + (refund_id IS NOT NULL AND NOT EXISTS (SELECT FROM refund
      WHERE refund.id = terminal.refund_id AND refund.state NOT IN ('INTENT', 'SENT', 'UNKNOWN')))::integer
    INTO at_terminal, terminal_provider, has_terminal, ahead
    FROM terminal WHERE store_id = bought.store_id AND retired_at IS NULL AND seller_store.archived_at IS NULL
      AND provider = ANY (reachable) AND (provider = 'test') = (seller_store.payment_mode = 'test')
      AND (method IS NULL OR (provider = ANY (apps)) = (method = 'phone'))
    ORDER BY 3 DESC, 4, 1 LIMIT 1 FOR SHARE OF terminal;
  IF at_terminal IS NULL THEN refused := 'order.terminalMissing'; RETURN; END IF;
  paid_order := bought.id;
  -- The rate of a line is its class's rate when it is paid: the order may be of another day, or from before a rate was corrected.
  needs_vat := NOT has_vat_of_today AND ((bought.created_at AT TIME ZONE shop_time_zone)::date <> today OR EXISTS (SELECT FROM vat_class
    WHERE corrected_at + make_interval(secs => correction_seconds) > bought.created_at));
  IF needs_vat THEN RETURN; END IF;

  UPDATE customer_order SET status = 'payment_pending', updated_at = now(), terms_version_id = CASE WHEN is_preorder
      THEN terms_version_id ELSE coalesce((SELECT id FROM terms_version WHERE id = seen_terms), terms_version_id) END
    WHERE id = bought.id;
  attempt_state := CASE WHEN ahead > 0 THEN 'QUEUED' ELSE 'INTENT' END;
  deadline := now() + make_interval(secs => CASE WHEN ahead > 0 THEN queue_seconds WHEN has_terminal THEN terminal_seconds ELSE app_seconds END);
  marked_sent_at := CASE WHEN marks_sent AND ahead = 0 THEN now() END;
  INSERT INTO payment_attempt (order_id, user_id, terminal_id, service_id, amount_cents, currency, state, order_status_before, owner,
      lease_until, deadline_at, sent_at, occupies_terminal, recent_unpaid_count)
    VALUES (bought.id, payer, at_terminal, service, bought.total_cents, currency_code, attempt_state, bought.status, server,
      now() + make_interval(secs => lease_seconds), deadline, marked_sent_at, has_terminal, unpaid)
    RETURNING id INTO attempt_id;
  seller := bought.store_id;
  owed_cents := bought.total_cents;
END $$;

-- Writes the outcome of an attempt, and moves its order with it. Writes only from a state of `from_states`, so a repeated answer changes
-- nothing: `is_closed` is then false. `is_moved`: the order still waited for it. `completed_order`: the order, if it is paid now. Of an
-- outcome that comes late, shoppers get an email: nothing is written unless the caller sends it and sets `accepts_late`. Locks attempt, then order.
CREATE FUNCTION settle_payment(
  attempt bigint, from_states text[], to_state text, code text, outcome_source text, admin_decides boolean, only_unsent boolean,
  accepts_late boolean, terminal_transaction text, slip text, merchant_slip text, unmatched integer, status_after text, leave_seconds integer,
  event_actor text, event_user integer, event_outcome text, event_reason text, event_at timestamptz,
  OUT is_closed boolean, OUT is_moved boolean, OUT is_late boolean, OUT written_state text, OUT written_code text, OUT from_status text, OUT to_status text,
  OUT is_cancelled boolean, OUT is_preorder boolean, OUT completed_order bigint
) LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan SET enable_seqscan = off AS $$
DECLARE
  tried payment_attempt;
  bought customer_order;
BEGIN
  SELECT * INTO tried FROM payment_attempt
    WHERE id = attempt AND state = ANY (from_states) AND (sent_at IS NULL OR NOT only_unsent) FOR NO KEY UPDATE;
  is_closed := FOUND;
  IF NOT is_closed THEN RETURN; END IF;
  SELECT * INTO bought FROM customer_order WHERE id = tried.order_id FOR NO KEY UPDATE;
  from_status := bought.status;
  to_status := bought.status;
  is_preorder := bought.order_type = 'preorder';
  is_cancelled := bought.cancelled_at IS NOT NULL;
  written_state := to_state;
  written_code := code;
  is_moved := bought.status IN ('payment_pending', 'error') AND NOT is_cancelled;
  IF is_moved THEN
    to_status := CASE WHEN status_after = 'checkout' THEN tried.order_status_before ELSE status_after END;
    is_late := to_status <> from_status AND to_status <> 'error'
      AND (from_status = 'error' OR coalesce(tried.unknown_since <= now() - make_interval(secs => leave_seconds), false));
  ELSIF to_state IN ('APPROVED', 'MANUAL') THEN
    -- Money for an order that no longer waits for it is not a sale, and is refunded. It is never visible as approved.
    written_state := 'REVERSAL_DUE';
    written_code := 'UNKNOWN';
    unmatched := tried.amount_cents;
  END IF;
  IF is_late AND NOT accepts_late THEN RETURN; END IF;

  -- An admin's decision keeps what a terminal reported before.
  UPDATE payment_attempt SET state = written_state, string_code = written_code, outcome_at = now(), source = outcome_source,
      transaction_id = CASE WHEN admin_decides THEN transaction_id ELSE terminal_transaction END,
      receipt_text = CASE WHEN admin_decides THEN receipt_text ELSE slip END,
      merchant_receipt_text = CASE WHEN admin_decides THEN merchant_receipt_text ELSE merchant_slip END,
      unmatched_at = CASE WHEN unmatched IS NULL THEN unmatched_at ELSE now() END,
      unmatched_cents = coalesce(unmatched, unmatched_cents),
      unmatched_source = CASE WHEN unmatched IS NULL THEN unmatched_source ELSE outcome_source END
    WHERE id = attempt;
  IF is_moved THEN
    -- Each shopper has one order at checkout: one that would return there beside another, or beside one that may, is cancelled.
    is_cancelled := to_status = 'checkout' AND EXISTS (SELECT FROM customer_order other WHERE other.user_id = bought.user_id
      AND other.id <> bought.id AND other.status IN ('checkout', 'payment_pending') AND other.cancelled_at IS NULL
      AND (other.status = 'checkout' OR other.order_type = 'standard'));
    UPDATE customer_order SET status = to_status, paid_at = CASE WHEN to_status = 'complete' THEN now() END,
        cancelled_at = CASE WHEN is_cancelled THEN now() END, updated_at = now()
      WHERE id = bought.id;
    IF to_status = 'complete' THEN completed_order := bought.id; END IF;
  END IF;
  IF to_status <> from_status OR admin_decides THEN
    INSERT INTO order_event (order_id, from_status, to_status, actor, user_id, reason, created_at, kind, attempt_id, outcome)
      VALUES (bought.id, from_status, CASE WHEN is_cancelled THEN 'cancelled' ELSE to_status END, event_actor, event_user, event_reason,
        event_at, 'payment', attempt, event_outcome);
  END IF;
END $$;
