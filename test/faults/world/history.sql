-- Only in the database of a fault run: every change of an order's status, of an attempt's state or outcome, and every order
-- event, in order of time and with the transaction, so that overwritten states are not lost.
CREATE TABLE fault_history (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  transaction text NOT NULL DEFAULT pg_current_xact_id()::text,
  kind text NOT NULL,
  row_id integer NOT NULL,
  order_id integer NOT NULL,
  terminal_id integer,
  user_id integer,
  before text,
  after text NOT NULL,
  actor text
);

CREATE FUNCTION fault_note_order() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  was text := CASE WHEN TG_OP = 'UPDATE' THEN CASE WHEN OLD.cancelled_at IS NULL THEN OLD.status ELSE 'cancelled' END END;
  becomes text := CASE WHEN NEW.cancelled_at IS NULL THEN NEW.status ELSE 'cancelled' END;
BEGIN
  IF was IS DISTINCT FROM becomes THEN
    INSERT INTO fault_history (kind, row_id, order_id, user_id, before, after)
      VALUES ('order', NEW.id, NEW.id, NEW.user_id, was, becomes);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER fault_note_order AFTER INSERT OR UPDATE ON customer_order FOR EACH ROW EXECUTE FUNCTION fault_note_order();

CREATE FUNCTION fault_note_attempt() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO fault_history (kind, row_id, order_id, terminal_id, user_id, before, after)
    VALUES ('attempt', NEW.id, NEW.order_id, NEW.terminal_id, NEW.user_id, CASE WHEN TG_OP = 'UPDATE' THEN OLD.state END, NEW.state);
  RETURN NULL;
END $$;
CREATE TRIGGER fault_note_attempt AFTER INSERT ON payment_attempt FOR EACH ROW EXECUTE FUNCTION fault_note_attempt();
CREATE TRIGGER fault_note_attempt_change AFTER UPDATE ON payment_attempt FOR EACH ROW
  WHEN (OLD.state IS DISTINCT FROM NEW.state OR OLD.outcome_at IS NOT NULL OR NEW.outcome_at IS NOT NULL)
  EXECUTE FUNCTION fault_note_attempt();

CREATE FUNCTION fault_note_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO fault_history (kind, row_id, order_id, user_id, before, after, actor)
    VALUES ('event', NEW.order_id, NEW.order_id, NEW.user_id, NEW.from_status, NEW.to_status, NEW.actor);
  RETURN NULL;
END $$;
CREATE TRIGGER fault_note_event AFTER INSERT ON order_event FOR EACH ROW EXECUTE FUNCTION fault_note_event();
