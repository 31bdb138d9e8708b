-- Schedules sleep until their next due row. These triggers wake them when a row may have become due sooner, in whatever process they run.
CREATE FUNCTION candor_wake_schedules() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- The words of server/core/graphql/subscriptions/pubsub.ts: sender, topic, shop, id.
  PERFORM pg_notify('candor_events', 'database due all all');
  RETURN NULL;
END
$$;
CREATE TRIGGER wake_schedules AFTER INSERT OR UPDATE OF "status", "scheduledAt" ON "QueueItem" FOR EACH STATEMENT EXECUTE FUNCTION candor_wake_schedules();
CREATE TRIGGER wake_schedules AFTER INSERT OR UPDATE OF "dueAt" ON "DelayedMail" FOR EACH STATEMENT EXECUTE FUNCTION candor_wake_schedules();
CREATE TRIGGER wake_schedules AFTER INSERT OR UPDATE OF "pendingSince" ON "ReviewNotice" FOR EACH STATEMENT EXECUTE FUNCTION candor_wake_schedules();
CREATE TRIGGER wake_schedules AFTER INSERT ON "ReviewMedia" FOR EACH STATEMENT EXECUTE FUNCTION candor_wake_schedules();
CREATE TRIGGER wake_schedules AFTER UPDATE OF "mailPausedAt" ON "Shop" FOR EACH STATEMENT EXECUTE FUNCTION candor_wake_schedules();
CREATE TRIGGER wake_schedules AFTER UPDATE OF "leaseUntil" ON "BulkRun" FOR EACH STATEMENT EXECUTE FUNCTION candor_wake_schedules();
CREATE TRIGGER wake_schedules AFTER UPDATE OF "leaseUntil" ON "Import" FOR EACH STATEMENT EXECUTE FUNCTION candor_wake_schedules();
CREATE TRIGGER wake_schedules AFTER UPDATE OF "leaseUntil" ON "OldOrderRun" FOR EACH STATEMENT EXECUTE FUNCTION candor_wake_schedules();
CREATE TRIGGER wake_schedules AFTER UPDATE OF "leaseUntil" ON "ReviewExport" FOR EACH STATEMENT EXECUTE FUNCTION candor_wake_schedules();
