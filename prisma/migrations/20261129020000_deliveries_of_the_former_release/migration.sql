-- The former release doesn't know lane and dueAt. It keeps running during an upgrade, and a rollback starts it.
CREATE FUNCTION candor_fill_delivery() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.lane := coalesce(NEW.lane, NEW.integration);
  NEW."dueAt" := coalesce(NEW."dueAt", NEW."createdAt");
  RETURN NEW;
END $$;

CREATE TRIGGER fill_delivery BEFORE INSERT ON "IntegrationDelivery" FOR EACH ROW
  WHEN (NEW.lane IS NULL OR NEW."dueAt" IS NULL) EXECUTE FUNCTION candor_fill_delivery();
